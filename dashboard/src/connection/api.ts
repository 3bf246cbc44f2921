import type { ChannelView } from '@functions/lib/connection/channels/channel-view.ts'
import type { RequestDetails, RequestView } from '@functions/lib/connection/requests/request-view.ts'
import type { MappingView } from '@functions/lib/connection/review/read-mapping.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import type { Json } from '../api/json.ts'

export type PropertyRequest = Json<RequestView>
export type PropertyRequestDetails = Json<RequestDetails>
export type Channel = Json<ChannelView>
export type ChannelMapping = Json<MappingView>

interface RequestPage {
  requests: PropertyRequest[]
  nextCursor: string | null
}

/** What is given of these, as a query; the rest is left out. */
export const search = (given: Record<string, string | null | undefined>): string => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(given)) if (value) params.set(name, value)
  const text = params.toString()
  return text && `?${text}`
}

export interface RequestFilter {
  status?: string | undefined
  ota?: string | undefined
}

export const requestsQuery = (filter: RequestFilter) =>
  infiniteQueryOptions({
    queryKey: ['requests', filter],
    queryFn: ({ pageParam, signal }) =>
      call<RequestPage>({
        path: `/api/property-requests${search({ ...filter, cursor: pageParam })}`,
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
    refetchInterval: 30_000,
  })

export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: ['request', id],
    queryFn: ({ signal }) =>
      call<PropertyRequestDetails>({ path: `/api/property-requests/${encodeURIComponent(id)}`, signal }),
  })

/** The newest request of a property: it knows what the property and its landlord are called. */
export const requestOfQuery = (propertyId: string) =>
  queryOptions({
    queryKey: ['requests-of', propertyId],
    queryFn: async ({ signal }) => {
      const path = `/api/property-requests${search({ propertyId })}`
      return (await call<RequestPage>({ path, signal })).requests[0] ?? null
    },
  })

const propertyPath = (propertyId: string): string => `/api/properties/${encodeURIComponent(propertyId)}`

export const channelsQuery = (propertyId: string) =>
  queryOptions({
    queryKey: ['channels', propertyId],
    queryFn: ({ signal }) =>
      call<{ channels: Channel[] }>({ path: `${propertyPath(propertyId)}/channels`, signal }),
  })

export const channelPath = (propertyId: string, channelId: string): string =>
  `${propertyPath(propertyId)}/channels/${encodeURIComponent(channelId)}`

export const mappingQuery = (propertyId: string, channelId: string) =>
  queryOptions({
    queryKey: ['mapping', propertyId, channelId],
    queryFn: ({ signal }) =>
      call<ChannelMapping>({ path: `${channelPath(propertyId, channelId)}/mapping`, signal }),
  })
