import * as z from 'zod'
import { storedPropertyChannel } from '../connection/channels/property-channel.ts'
import type { ListedRequest } from '../connection/requests/list-requests.ts'
import type { EventDocument } from '../ports.ts'
import { optional } from '../shapes.ts'

/** A channel with no more than the portfolio shows. */
export const storedSourceChannel = storedPropertyChannel
  .pick({
    ...{ ota: true, status: true, hotelId: true, requestIds: true, verdict: true, mapping: true },
    notSelling: true,
  })
  .extend({ disconnectedAt: optional(z.date()) })

export const storedSourceItem = z.looseObject({
  kind: z.string(),
  ota: optional(z.string()),
  channelId: optional(z.string()),
})

/** What an event tells of, and the document as it then was; undefined when it is gone. */
export interface Told {
  kind: 'property' | 'channel' | 'request'
  id: string
  written: EventDocument | undefined
}

/** What is stored of a property. Whatever of it is not as it should be is left out. */
export interface Sources {
  propertyId: string
  /** Versions of the property, its channels and requests. */
  seen: readonly string[]
  /** Undefined where there is none. */
  property: { name: string | undefined; landlordId: string | undefined } | undefined
  landlordName: string | undefined
  channels: ReadonlyMap<string, z.output<typeof storedSourceChannel>>
  requests: readonly ListedRequest[]
  /** Open ones. */
  items: readonly z.output<typeof storedSourceItem>[]
}
