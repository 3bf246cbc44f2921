import * as z from 'zod'
import type { Actor } from '../actor.ts'
import { properties } from '../company.ts'
import type { Needs } from '../context.ts'
import { type Page, pageBehind } from '../cursor.ts'
import { textAt } from '../documents.ts'
import { clientId, isDocumentId } from '../identifiers.ts'
import { newestFirst } from '../newest-first.ts'
import { nextCursor, optional } from '../shapes.ts'
import { byId, type Query, type Store } from '../store.ts'
import { type ItemFilter, type ItemView, itemShape, items } from './item.ts'
import { isOfProperty, kindsOfProperty } from './kinds.ts'

export const itemsQuery = z.object({
  status: z.enum(['open', 'resolved']).default('open'),
  kind: z.string().min(1).max(128).optional(),
  propertyId: clientId.optional(),
  about: z.literal('property').optional().meta({ description: 'Only kinds that are about a property.' }),
  cursor: z.string().max(4096).optional(),
})

export const itemsPage = z.object({ items: z.array(itemShape), nextCursor }).meta({ id: 'Items' })

/** Newest first. Throws `validation-failed` for an unknown cursor. */
export const listItems = (
  deps: Needs<'cursors' | 'store'>,
  actor: Actor,
  { cursor, ...filter }: ItemFilter & { cursor?: string | undefined },
): Promise<Page<ItemView>> =>
  pageBehind(deps, { actor, list: 'items', filter, cursor }, place => itemPage(deps.store, filter, place))

export async function itemPage(
  store: Store,
  filter: ItemFilter,
  cursor: string | undefined,
): Promise<Page<ItemView> | undefined> {
  const list = { all: items.any.all(), query: narrowed(filter) }
  const page = await newestFirst(store, list, cursor, ({ id, value }) => {
    const item = storedItem.safeParse(value).data
    const isWanted =
      item?.status === filter.status &&
      (filter.kind ?? item.kind) === item.kind &&
      (!filter.about || isOfProperty(item.kind))
    return isWanted ? itemView(id, item) : undefined
  })
  if (!page) return undefined
  const ids = page.items.flatMap(({ propertyId: id }) =>
    typeof id === 'string' && isDocumentId(id) ? [id] : [],
  )
  const propertyById = byId(await store.readAll([...new Set(ids)].map(id => properties.at(id))))
  const named = page.items.map(item => {
    const propertyName = textAt(propertyById.get(String(item.propertyId)), 'name')
    return propertyName === undefined ? item : { ...item, propertyName }
  })
  return { ...page, items: named }
}

/** The most selective filter queries; code checks the rest. */
function narrowed({ propertyId, status, kind, about }: ItemFilter): Query {
  if (propertyId !== undefined) return items.any.where('propertyId', '==', propertyId)
  if (kind !== undefined) return items.any.where('status', '==', status).where('kind', '==', kind)
  if (about) return items.any.where('status', '==', status).where('kind', 'in', kindsOfProperty)
  return items.any.where('status', '==', status)
}

/** Other systems write items, too. */
const storedItem = z.looseObject({
  kind: z.string(),
  detail: z.string().catch(''),
  nextAction: optional(z.string()),
  status: z.string(),
  createdAt: optional(z.date()),
  updatedAt: optional(z.date()),
  resolvedAt: optional(z.date()),
  resolvedBy: optional(z.string()),
})

const named = new Set(['ota', 'vendor', 'lane', 'reason', 'document'])

const isReference = ([name, value]: [string, unknown]): boolean =>
  typeof value === 'string' && (named.has(name) || name.endsWith('Id'))

function itemView(id: string, stored: z.output<typeof storedItem>): ItemView {
  const {
    kind,
    detail,
    nextAction = null,
    status,
    createdAt = null,
    updatedAt,
    resolvedAt,
    resolvedBy,
  } = stored
  const about = Object.fromEntries(Object.entries(stored).filter(isReference))
  return { ...about, id, kind, detail, nextAction, status, createdAt, updatedAt, resolvedAt, resolvedBy }
}
