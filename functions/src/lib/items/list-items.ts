import * as z from 'zod'
import type { Actor } from '../actor.ts'
import type { Needs } from '../context.ts'
import { pageBehind } from '../cursor.ts'
import { optional } from '../shapes.ts'
import type { ItemFilter, ItemState, ItemView } from './item.ts'

/** The items, newest first. Throws `validation-failed` for an unknown cursor. */
export async function listItems(
  deps: Needs<'cursors' | 'items'>,
  actor: Actor,
  { cursor, ...filter }: ItemFilter & { cursor?: string | undefined },
): Promise<{ items: ItemView[]; nextCursor: string | null }> {
  return pageBehind(deps, { actor, list: 'items', filter, cursor }, place => deps.items.page(filter, place))
}

/** An item as anybody may have written it: only `kind`, `detail` and `status` are certain. */
export const storedItem = z.looseObject({
  kind: z.string(),
  detail: z.string().catch(''),
  nextAction: optional(z.string()),
  status: z.string(),
  createdAt: optional(z.date()),
  updatedAt: optional(z.date()),
  resolvedAt: optional(z.date()),
  resolvedBy: optional(z.string()),
})

/** The same for machines. */
export const storedItemState = z
  .looseObject({
    status: optional(z.string()),
    resolvedAt: optional(z.date()),
    differences: optional(z.array(z.string())),
    ...{ threadId: optional(z.string()), messageId: optional(z.string()) },
  })
  .transform(
    ({ status, ...rest }): ItemState => ({
      isOpen: status !== 'resolved',
      resolvedAt: rest.resolvedAt,
      differences: rest.differences,
      threadId: rest.threadId,
      messageId: rest.messageId,
    }),
  )

const named = new Set(['ota', 'vendor', 'lane', 'reason', 'document'])

/** The fields that say what it is about: ids, and other names people know. */
const isReference = ([name, value]: [string, unknown]): boolean =>
  typeof value === 'string' && (named.has(name) || name.endsWith('Id'))

/** An item for people, without its internal fields. Pure. */
export function itemView(id: string, stored: z.output<typeof storedItem>): ItemView {
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
