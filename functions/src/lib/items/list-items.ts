import * as z from 'zod'
import { requirePage } from '../cursor.ts'
import type { ItemFilter, ItemState, Items } from './item.ts'

/** What people have to look at, newest first. Throws `validation-failed` for a cursor that is none. */
export async function listItems(
  { items }: { items: Items },
  { cursor, ...filter }: ItemFilter & { cursor?: string | undefined },
): Promise<{ items: ItemView[]; nextCursor: string | null }> {
  return requirePage(await items.page(filter, cursor))
}

const optional = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined)

/** An item as it may have been written by anybody: only `kind`, `detail` and `status` are sure. */
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
  })
  .transform(
    ({ status, resolvedAt, differences }): ItemState => ({
      isOpen: status !== 'resolved',
      resolvedAt,
      differences,
    }),
  )

export interface ItemView extends Record<string, unknown> {
  id: string
  kind: string
  detail: string
  /** What to do about it; null where nobody wrote it down. */
  nextAction: string | null
  status: string
  createdAt: Date | null
}

const named = new Set(['ota', 'vendor', 'lane', 'reason', 'document'])

/** What it is about: every field that names something by its id, and what else people know it by. */
const isReference = ([name, value]: [string, unknown]): boolean =>
  typeof value === 'string' && (named.has(name) || name.endsWith('Id'))

/** An item for people. Fields that are there for machines are left out. Pure. */
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
