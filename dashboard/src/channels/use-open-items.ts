import { isAbout } from '@functions/lib/items/kinds.ts'
import { useEffect } from 'react'
import { usePages, useRows } from '../api/pages.ts'
import type { Channel } from '../connection/api.ts'
import type { Item, ItemPage } from '../items/listed-item.tsx'

/** The items of a property, and those that concern a channel, by the portfolio's rule. */
export function useOpenItems(propertyId: string) {
  const list = usePages<ItemPage>('items', '/api/items', { status: 'open', propertyId })
  const { hasNextPage, isFetching, isError, fetchNextPage } = list
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  const items = useRows(list.data, 'items')
  return {
    list,
    isComplete: list.data !== undefined && !hasNextPage,
    itemsOf: (channel: Channel): Item[] => items.filter(item => isAbout(item, channel)),
  }
}
