import type { ThreadRecord } from '@functions/lib/chat/search/thread-record.ts'
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { offline } from '../api/problem.ts'
import { type FoundPage, searchThreads, type ThreadSearch } from './search-client.ts'

type Found = InfiniteData<FoundPage, number>

/** How long what was found for a text is kept when another one is searched for. */
const typedMs = 60_000

const foundQuery = (search: ThreadSearch) =>
  infiniteQueryOptions({
    queryKey: ['found-threads', search],
    queryFn: async ({ pageParam }) => {
      const [page] = await searchThreads(search, [pageParam])
      if (!page) throw new Error('The index did not answer what was asked.')
      return page
    },
    initialPageParam: 0,
    getNextPageParam: ({ page, nbPages }: FoundPage) => (page + 1 < nbPages ? page + 1 : undefined),
    // While somebody types, what was found before stays.
    placeholderData: keepPreviousData,
    ...(search.query !== '' && { gcTime: typedMs }),
    // Only `renewed` reads anew: all pages in one request, not one after another.
    ...{ staleTime: Number.POSITIVE_INFINITY, retry: false },
    ...{ refetchOnMount: false, refetchOnWindowFocus: false, refetchOnReconnect: false },
  })

/**
 * What the index finds, page by page. `renew` reads all loaded pages anew, or the first where there is none; it stays
 * the same function. Must be given the same object for the same search.
 */
export function useFound(search: ThreadSearch) {
  const queries = useQueryClient()
  const found = useInfiniteQuery(useMemo(() => foundQuery(search), [search]))
  const shown = useRef(search)
  const renew = useCallback(() => void renewed(queries, shown.current), [queries])
  useEffect(() => {
    shown.current = search
    renew()
    // Each page is paid for whenever it is read anew.
    return () => keepFirst(queries, search)
  }, [queries, search, renew])
  const { data, error, isPaused, isFetchNextPageError, fetchNextPage } = found
  return {
    ...found,
    records: useMemo<ThreadRecord[]>(() => data?.pages.flatMap(({ hits }) => hits) ?? [], [data]),
    error: error ?? (isPaused ? offline('asked for the first time') : null),
    renew,
    /** After an error. */
    again: () => (isFetchNextPageError ? void fetchNextPage() : renew()),
  }
}

async function renewed(queries: QueryClient, search: ThreadSearch): Promise<void> {
  const { queryKey } = foundQuery(search)
  const loaded = queries.getQueryData<Found>(queryKey)?.pageParams
  if (!navigator.onLine) return
  const pages =
    loaded &&
    (await queries
      // Whoever asks for the same meanwhile waits for the same answer.
      .fetchQuery({
        queryKey: ['renewed-threads', search],
        queryFn: () => searchThreads(search, loaded),
        ...once,
      })
      .catch(() => undefined))
  // Asked once more where it did not work, so that the page says why.
  if (!pages) return queries.refetchQueries({ queryKey, type: 'active' })
  // A page that is on its way would bring back the older ones; the end of the list asks for it again.
  await queries.cancelQueries({ queryKey })
  queries.setQueryData<Found>(
    queryKey,
    now => now && { ...now, pages: now.pages.map((page, at) => pages[at] ?? page) },
  )
}

const once = { staleTime: 0, gcTime: 0, retry: false }

function keepFirst(queries: QueryClient, search: ThreadSearch): void {
  queries.setQueryData<Found>(
    foundQuery(search).queryKey,
    now => now && { pages: now.pages.slice(0, 1), pageParams: now.pageParams.slice(0, 1) },
  )
}
