import type { Places } from '@functions/lib/chat/finding/find-places.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { search } from '../api/pages.ts'

const staleMs = 5 * 60_000

const placesQuery = (q: string) =>
  queryOptions({
    queryKey: ['places', q],
    queryFn: ({ signal }) => call<Places>({ path: `/chat/places${search({ q })}`, signal }),
    staleTime: staleMs,
  })

/** Teams, and properties whose id is the text or whose name begins with it. Meanwhile those of the text before. */
export const usePlaces = (q: string) => useQuery({ ...placesQuery(q), placeholderData: keepPreviousData })

/** Names of a team and a property; their id while the name is not known. */
export function usePlaceNames({
  team,
  property,
}: {
  team?: string | undefined
  property?: string | undefined
}) {
  const { data } = useQuery({
    ...placesQuery(property ?? ''),
    enabled: team !== undefined || property !== undefined,
  })
  return {
    team: data?.teams.find(({ teamId }) => teamId === team)?.name ?? team,
    property: data?.properties.find(({ propertyId }) => propertyId === property)?.name ?? property,
  }
}
