import { type keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { call } from './client.ts'

/** What is given of these, as a query; the rest is left out. */
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
    // Who has gone further down reads; every page would be asked for anew, one after another.
    refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? false : refetchMs),
  })
