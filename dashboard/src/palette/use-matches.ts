import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { readAccess } from '../api/search-access.ts'
import { type IndexRecord, searchThreads } from '../api/search-client.ts'
import { channelsQuery } from '../connection/api.ts'
import { usePlaces } from '../live/use-places.ts'
import { useIsStaff, useUser } from '../session/session.ts'

const mostThreads = 6
const leastLetters = 2
/** Each costs a call. */
const mostWithChannels = 3

/** Threads, properties and the channels of the first of these that a text means; staff alone search, from the second letter on. */
export function useMatches(text: string) {
  const query = useDeferredValue(text.trim())
  const mayAsk = useIsStaff() && query.length >= leastLetters
  const threads = useQuery({
    queryKey: ['palette', query],
    queryFn: async (): Promise<IndexRecord[]> => {
      const { indexName } = await readAccess()
      const [first] = await searchThreads({ indexName, query, hitsPerPage: mostThreads }, [0])
      return first?.hits ?? []
    },
    enabled: mayAsk,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const places = usePlaces(mayAsk ? query : '')
  const properties = mayAsk ? (places.data?.properties ?? []) : []
  // Operations alone see them.
  const withChannels = useUser().role === 'operations' ? properties.slice(0, mostWithChannels) : []
  const channels = useQueries({
    queries: withChannels.map(({ propertyId }) => ({ ...channelsQuery(propertyId), staleTime: 60_000 })),
  })
  return {
    threads: mayAsk ? (threads.data ?? []) : [],
    properties,
    channels: withChannels.flatMap(({ propertyId, name }, at) =>
      (channels[at]?.data?.channels ?? []).map(({ channelId, ota }) => ({
        channelId,
        ota,
        propertyId,
        name,
      })),
    ),
    isFailed: mayAsk && threads.isError,
    /** The results are of an earlier text. */
    isOld:
      query !== text.trim() ||
      (mayAsk && ((threads.isFetching && !threads.isError) || places.isPlaceholderData)),
  }
}
