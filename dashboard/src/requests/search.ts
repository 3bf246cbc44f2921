import { useEffect } from 'react'
import type { PropertyRequest } from '../connection/api.ts'

/** Pages that a search reads by itself: the API does not search, since names stand in other documents. */
const searchedPages = 10

interface Pages {
  data: { pages: readonly unknown[] } | undefined
  hasNextPage: boolean
  isFetching: boolean
  isError: boolean
  fetchNextPage: () => unknown
}

/** While somebody searches, reads on through the newest requests, and stops where it fails. True while it goes on. */
export function useFurtherPages(list: Pages, isSearch: boolean): boolean {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = list
  const goesOn =
    isSearch && hasNextPage && !isError && data !== undefined && data.pages.length < searchedPages
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage()
  }, [goesOn, isFetching, fetchNextPage])
  return goesOn
}

/** A text of a request, lower case, contains what is sought. Pure. */
export const isFound = (request: PropertyRequest, sought: string): boolean =>
  [request.propertyName, request.propertyId, request.landlordName, request.landlordId, request.hotelId]
    .filter(field => field !== null && field !== undefined)
    .some(field => field.toLowerCase().includes(sought))
