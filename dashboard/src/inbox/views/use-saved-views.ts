import type { SavedView } from '@functions/lib/chat/desk/saved-views.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'

const path = '/chat/me/views'

const savedQuery = queryOptions({
  queryKey: ['saved-views'],
  queryFn: async ({ signal }) => (await call<{ views: SavedView[] }>({ path, signal })).views,
  staleTime: 60_000,
})

/** The lists that the reader keeps under names, on whichever device. */
export const useSavedViews = () => useQuery(savedQuery)

/** Changes what is kept. It is read first: another device may have saved something since. */
export function useSaveViews() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (change: (views: SavedView[]) => SavedView[]) => {
      const { views } = await call<{ views: SavedView[] }>({ path })
      return call<{ views: SavedView[] }>({ method: 'PUT', path, body: { views: change(views) } })
    },
    onSuccess: ({ views }) => queries.setQueryData(savedQuery.queryKey, views),
  })
}
