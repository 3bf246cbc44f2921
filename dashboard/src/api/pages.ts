import { type InfiniteData, type keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from './client.ts'

/** Names without a value are left out of the query. */
export const search = (given: Record<string, string | null | undefined>): string => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(given)) if (value) params.set(name, value)
  const text = params.toString()
  return text && `?${text}`
}

const refetchMs = 30_000

/** A list of the API that comes in pages. */
export const usePages = <Page extends { nextCursor: string | null }>(
  name: string,
  path: string,
  filter: Record<string, string | undefined> = {},
  options: { placeholderData?: typeof keepPreviousData } = {},
) =>
  useInfiniteQuery({
    ...options,
    queryKey: [name, filter],
    queryFn: ({ pageParam, signal }) =>
      call<Page>({ path: `${path}${search({ ...filter, cursor: pageParam })}`, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
    // Every loaded page would be asked for anew, one after another, under the reader.
    refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? false : refetchMs),
  })

/** The rows of all loaded pages, by the name of their field. */
export const useRows = <Name extends string, Row>(
  data: InfiniteData<Record<Name, readonly Row[]>> | undefined,
  name: Name,
): Row[] => useMemo(() => data?.pages.flatMap(page => page[name]) ?? [], [data, name])
