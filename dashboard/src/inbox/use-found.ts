import type { ThreadRecord } from '@functions/lib/chat/search/thread-record.ts'
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { offline } from '../api/problem.ts'
import { type FoundPage, searchThreads, type ThreadSearch } from './search-client.ts'

type Found = InfiniteData<FoundPage, number>

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
    // Read anew by `renew`: all pages in one request, not one after another.
    ...{ staleTime: Number.POSITIVE_INFINITY, retry: false },
  })

/** What the index finds, page by page. `renew` reads all loaded pages anew. Must be given the same object for the same search. */
export function useFound(search: ThreadSearch) {
  const queries = useQueryClient()
  const options = useMemo(() => foundQuery(search), [search])
  const found = useInfiniteQuery(options)
  const renew = useCallback(async () => {
    const { queryKey } = options
    const asked = queries.getQueryData<Found>(queryKey)?.pageParams
    if (!asked || !navigator.onLine) return
    const pages = await searchThreads(search, asked).catch(() => undefined)
    // Asked once more where it did not work, so that the page says why.
    if (!pages) return queries.refetchQueries({ queryKey })
    queries.setQueryData<Found>(
      queryKey,
      // Another page may have come meanwhile.
      now => now && { ...now, pages: now.pages.map((page, at) => pages[at] ?? page) },
    )
  }, [options, search, queries])
  useEffect(() => void renew(), [renew])
  const { data, isPlaceholderData, isPaused } = found
  const records = useMemo<ThreadRecord[]>(() => data?.pages.flatMap(({ hits }) => hits) ?? [], [data])
  const isUnknown = !data || isPlaceholderData
  return {
    ...found,
    records,
    error: found.error ?? (isPaused && isUnknown ? offline('asked for the first time') : null),
    renew,
  }
}
