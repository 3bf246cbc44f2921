import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { queryClient } from '../../api/queries.ts'
import {
  type IndexPage,
  type IndexRecord,
  searchThreads,
  type ThreadSearch,
} from '../../api/search-client.ts'

type IndexPages = InfiniteData<IndexPage, number>

/** Time for which results are kept once another text is searched for. */
const typedMs = 5 * 60_000

const indexQuery = (search: ThreadSearch) =>
  infiniteQueryOptions({
    queryKey: ['found-threads', search],
    queryFn: async ({ pageParam }) => {
      const [page] = await searchThreads(search, [pageParam])
      if (!page) throw new Error('The index did not answer what was asked.')
      return page
    },
    initialPageParam: 0,
    getNextPageParam: ({ page, nbPages }: IndexPage) => (page + 1 < nbPages ? page + 1 : undefined),
    // Earlier results stay while somebody types.
    placeholderData: keepPreviousData,
    ...(search.query !== '' && { gcTime: typedMs }),
    // Only `renew` reads anew: all pages in one request, not one after another.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export const askIndex = (search: ThreadSearch): Promise<void> =>
  queryClient.prefetchInfiniteQuery(indexQuery(search))

/** Results younger than this are not asked for again. Milliseconds. */
const newMs = 2_000

/**
 * `renew` reads all loaded pages anew in one request, or the first where there is none; it stays the same function.
 * The same search must be the same object.
 */
export function useIndexSearch(search: ThreadSearch) {
  const queries = useQueryClient()
  const found = useInfiniteQuery(useMemo(() => indexQuery(search), [search]))
  const shown = useRef(search)
  const renew = useCallback(() => void renewed(queries, shown.current), [queries])
  useEffect(() => {
    shown.current = search
    const foundAt = queries.getQueryState(indexQuery(search).queryKey)?.dataUpdatedAt ?? 0
    const isNew = Date.now() - foundAt < newMs
    void keepFirst(queries, search).then(isNew ? undefined : renew)
  }, [queries, search, renew])
  const { data, isFetchNextPageError, fetchNextPage, refetch } = found
  return {
    ...found,
    records: useMemo<IndexRecord[]>(() => data?.pages.flatMap(({ hits }) => hits) ?? [], [data]),
    renew,
    /** After an error. */
    again: () => (isFetchNextPageError ? void fetchNextPage() : data ? renew() : void refetch()),
  }
}

async function renewed(queries: QueryClient, search: ThreadSearch): Promise<void> {
  const { queryKey } = indexQuery(search)
  const query = queries.getQueryCache().find<IndexPages>({ queryKey })
  const loaded = query?.state.data?.pageParams
  const isOnItsWay = !loaded && query?.state.fetchStatus === 'fetching'
  if (!navigator.onLine || isOnItsWay) return
  const pageParams = loaded ?? [0]
  try {
    // Equal requests meanwhile wait for the same answer.
    const pages = await queries.fetchQuery({
      queryKey: ['renewed-threads', search, pageParams],
      queryFn: () => searchThreads(search, pageParams),
      staleTime: 0,
      gcTime: 0,
      retry: false,
    })
    // A page that is on its way would bring back the older ones; the end of the list asks for it again.
    await queries.cancelQueries({ queryKey })
    queries.setQueryData<IndexPages>(queryKey, now =>
      now ? { ...now, pages: now.pages.map((page, at) => pages[at] ?? page) } : { pages, pageParams },
    )
  } catch (error) {
    if (loaded) query?.setState({ status: 'error', error: error as Error, fetchMeta: null })
  }
}

/** Each page read anew costs money: a search that is opened again begins at its top. */
async function keepFirst(queries: QueryClient, search: ThreadSearch): Promise<void> {
  const { queryKey } = indexQuery(search)
  if (!navigator.onLine || !queries.getQueryData(queryKey)) return
  await queries.cancelQueries({ queryKey })
  queries.setQueryData<IndexPages>(
    queryKey,
    now => now && { pages: now.pages.slice(0, 1), pageParams: now.pageParams.slice(0, 1) },
    { updatedAt: queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0 },
  )
}
