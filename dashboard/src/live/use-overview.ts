import type { DeskViewName, ListView } from '@functions/lib/chat/desk/list-address.ts'
import type { Overview } from '@functions/lib/chat/reports/overview.ts'
import { type QueryClient, queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import { useIsStaff } from '../session/session.ts'

type Counts = Partial<Record<DeskViewName, number>>

interface Shown {
  views: Counts
  /** Entries that wait beside the threads. */
  waiting?: Overview['waiting']
}

/** Counting costs reads, so it is done seldom, but soon after the user's own act. */
const everyMs = 60_000
const afterActMs = 1_000

const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => call<Shown>({ path: '/api/overview', signal }),
  staleTime: everyMs,
  refetchInterval: ({ state }) => (state.error ? false : everyMs),
  retry: false,
})

/** The count that the open list makes itself. */
const countedKey = ['counted'] as const

/** The number of threads in each view; undefined without an answer. */
export function useCounts(): Counts {
  const counts = useQuery(overviewQuery).data?.views
  const { data: counted } = useQuery<Counts>({ queryKey: countedKey, queryFn: skipToken })
  return useMemo(() => (counts ? { ...counts, ...counted } : {}), [counts, counted])
}

export type Counted = 'inbox' | keyof Overview['waiting']

/** How much waits on a page, for staff; inbox: overdue threads. */
export const useWaiting = (page: Counted): number | null | undefined =>
  useQuery({
    ...overviewQuery,
    enabled: useIsStaff(),
    select: ({ views, waiting }) => (page === 'inbox' ? views.overdue : waiting?.[page]),
  }).data

/** The list of the open view counts that view, if the list is whole. */
export function useCounted(view: ListView, count: number | undefined): void {
  const queries = useQueryClient()
  useEffect(() => {
    queries.setQueryData(countedKey, count === undefined ? {} : { [view]: count })
    return () => {
      queries.setQueryData(countedKey, {})
    }
  }, [queries, view, count])
}

/** Items are listed again, and counted soon. */
export function itemsChanged(queries: QueryClient): Promise<unknown> {
  countSoon()
  return Promise.all([['items'], ['morning']].map(queryKey => queries.invalidateQueries({ queryKey })))
}

let timer: ReturnType<typeof setTimeout> | undefined

/** Counts again, soon and once however often it is asked. */
export function countSoon(): void {
  clearTimeout(timer)
  timer = setTimeout(
    () => void queryClient.invalidateQueries({ queryKey: overviewQuery.queryKey }),
    afterActMs,
  )
}
