import * as z from 'zod'
import { accounts, properties } from '../company.ts'
import { storedPropertyChannel } from '../connection/channels/property-channel.ts'
import { type ListedRequest, storedListedRequest } from '../connection/requests/stored-request.ts'
import { textAt } from '../documents.ts'
import { isDocumentId } from '../identifiers.ts'
import { kindsOfProperty } from '../items/kinds.ts'
import type { EventDocument, Revision } from '../ports.ts'
import { optional } from '../shapes.ts'
import { anyFields, collection, type Store, type StoredDocument } from '../store.ts'

const storedSourceChannel = storedPropertyChannel
  .pick({
    ota: true,
    status: true,
    hotelId: true,
    requestIds: true,
    verdict: true,
    mapping: true,
    notSelling: true,
  })
  .extend({ disconnectedAt: optional(z.date()) })

const storedSourceItem = z.looseObject({
  kind: z.string(),
  ota: optional(z.string()),
  channelId: optional(z.string()),
})

export interface PortfolioChange {
  kind: 'property' | 'channel' | 'request'
  id: string
  written: EventDocument | undefined
}

export interface Sources {
  propertyId: string
  versions: readonly string[]
  property: { name: string | undefined; landlordId: string | undefined } | undefined
  landlordName: string | undefined
  channels: ReadonlyMap<string, z.output<typeof storedSourceChannel>>
  requests: readonly ListedRequest[]
  items: readonly z.output<typeof storedSourceItem>[]
}

export const channels = collection('propertyChannels/{channelId}', anyFields)
export const requests = collection('connectionRequests/{requestId}', anyFields)
const items = collection('items/{itemId}', storedSourceItem).sound

const mostItems = 200

export async function sourcesOf(store: Store, propertyId: string): Promise<Sources> {
  const [property, ofChannels, ofRequests, ofItems] = await Promise.all([
    store.read(properties.at(propertyId)),
    store.find(
      channels.where('propertyId', '==', propertyId).select(...Object.keys(storedSourceChannel.shape)),
    ),
    store.find(requests.where('propertyId', '==', propertyId)),
    store.find(
      items
        .where('propertyId', '==', propertyId)
        .where('status', '==', 'open')
        .where('kind', 'in', kindsOfProperty)
        .select(...Object.keys(storedSourceItem.shape))
        .limit(mostItems),
    ),
  ])
  const landlordId = textAt(property, 'landlordId')
  const account =
    landlordId && isDocumentId(landlordId) ? await store.read(accounts.at(landlordId)) : undefined
  return {
    propertyId,
    versions: [
      ...versionsOf('property', property ? [property] : []),
      ...versionsOf('channel', ofChannels),
      ...versionsOf('request', ofRequests),
    ],
    property: property && { name: textAt(property, 'name'), landlordId },
    landlordName: textAt(account, 'name'),
    channels: new Map(
      ofChannels.flatMap(({ id, value }) => {
        const { data } = storedSourceChannel.safeParse(value)
        return data ? [[id, data]] : []
      }),
    ),
    requests: ofRequests.flatMap(({ id, value }) => {
      const { data } = storedListedRequest.safeParse(value)
      return data ? [{ ...data, id }] : []
    }),
    items: ofItems.map(({ value }) => value),
  }
}

const versionsOf = (kind: PortfolioChange['kind'], documents: readonly StoredDocument[]): string[] =>
  documents.map(({ id, revision }) => versionOf(kind, id, revision))

export const versionOf = (kind: PortfolioChange['kind'], id: string, revision: Revision): string =>
  `${kind} ${id} ${revision}`
