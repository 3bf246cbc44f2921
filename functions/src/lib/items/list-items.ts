import { requirePage } from '../cursor.ts'
import type { ItemView } from './item-view.ts'
import type { ItemFilter, Items } from './ports.ts'

/** What people have to look at, newest first. Throws `validation-failed` for a cursor that is none. */
export async function listItems(
  { items }: { items: Items },
  { cursor, ...filter }: ItemFilter & { cursor?: string | undefined },
): Promise<{ items: ItemView[]; nextCursor: string | null }> {
  return requirePage(await items.page(filter, cursor))
}
