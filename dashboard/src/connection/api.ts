import type { channelList as channelsReply } from '@functions/lib/connection/channels/list-channels.ts'
import type { requestsPage as requestsReply } from '@functions/lib/connection/requests/list-requests.ts'
import type { requestDetails as requestReply } from '@functions/lib/connection/requests/read-request.ts'
import type { mappingReview as mappingReply } from '@functions/lib/connection/review/read-mapping.ts'
import type { propertyFacts } from '@functions/lib/property-facts.ts'
import { queryOptions } from '@tanstack/react-query'
import { read } from '../api/client.ts'
import type { Reply } from '../api/json.ts'
import { search } from '../api/pages.ts'
import { queryClient } from '../api/queries.ts'
import { itemsChanged } from '../live/use-overview.ts'

export type RequestPage = Reply<typeof requestsReply>
export type PropertyRequest = RequestPage['requests'][number]
export type PropertyRequestDetails = Reply<typeof requestReply>

/** The OTA's id of the property, as it was tried or connected before. */
export const hotelIdOf = ({ hotelId, attempt, channel }: PropertyRequestDetails): string | undefined =>
  hotelId ?? attempt?.hotelId ?? channel?.hotelId

type Channels = Reply<typeof channelsReply>
export type Channel = Channels['channels'][number]
/** The channel of that id among those of its property. */
export const channelIn = (list: Channels | undefined, channelId: string | undefined): Channel | undefined =>
  list?.channels.find(one => one.channelId === channelId)

export type ChannelMapping = Reply<typeof mappingReply>

export const requestQuery = (id: string) =>
  read<PropertyRequestDetails>(['request', id], `/api/property-requests/${encodeURIComponent(id)}`)

/** The newest request of a property: it knows what the property and its landlord are called. */
export const requestOfQuery = (propertyId: string) =>
  queryOptions({
    ...read<RequestPage>(['requests-of', propertyId], `/api/property-requests${search({ propertyId })}`),
    select: ({ requests }) => requests[0] ?? null,
  })

const propertyPath = (propertyId: string): string => `/api/properties/${encodeURIComponent(propertyId)}`

export const channelsQuery = (propertyId: string) =>
  read<Channels>(['channels', propertyId], `${propertyPath(propertyId)}/channels`)

export const factsPath = (propertyId: string): string => `${propertyPath(propertyId)}/facts`

export const factsQuery = (propertyId: string) =>
  read<Reply<typeof propertyFacts>>(['facts', propertyId], factsPath(propertyId))

/** The application at the channel manager by which guests' messages at booking sites come in. */
export interface MessagesApplication {
  installed: boolean
  /** Minor units a month; null if the channel manager does not name it. */
  price: number | null
  currency: string | null
}

export const applicationQuery = (propertyId: string) =>
  read<MessagesApplication>(
    ['messages-application', propertyId],
    `${propertyPath(propertyId)}/messages-application`,
  )

export const channelPath = (propertyId: string, channelId: string): string =>
  `${propertyPath(propertyId)}/channels/${encodeURIComponent(channelId)}`

export const mappingQuery = (propertyId: string, channelId: string) =>
  read<ChannelMapping>(['mapping', propertyId, channelId], `${channelPath(propertyId, channelId)}/mapping`)

/** Reads items, requests, channels and mapping again after a change of a property. */
export function propertyChanged(propertyId: string): Promise<unknown> {
  return Promise.all([
    itemsChanged(queryClient),
    ...[
      ['requests'],
      ['request'],
      ['requests-of', propertyId],
      ['channels', propertyId],
      ['mapping', propertyId],
    ].map(queryKey => queryClient.invalidateQueries({ queryKey })),
  ])
}
