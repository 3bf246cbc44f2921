import type { SearchKey } from '@functions/lib/chat/search/search-key.ts'
import { call } from './client.ts'
import type { Json } from './json.ts'
import { queryClient } from './queries.ts'

type Access = Json<SearchKey>

/** Renewed before it ends, so that no search meets an expired key. */
const margin = 15_000

const keyQuery = {
  queryKey: ['search-key'],
  queryFn: () => call<Access>({ path: '/chat/search-key' }),
  staleTime: ({ state }: { state: { data: Access | undefined } }) =>
    state.data ? Math.max(0, new Date(state.data.validUntil).getTime() - margin - Date.now()) : 0,
}

export const readAccess = (): Promise<Access> => queryClient.fetchQuery(keyQuery)

/** Requests another key after a refusal, even before the old one's end. */
export const forgetAccess = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: keyQuery.queryKey })
