import * as z from 'zod'
import { systemActorId } from '../actor.ts'
import { defined } from '../documents.ts'
import type { Revision } from '../ports.ts'
import { optional } from '../shapes.ts'
import {
  collection,
  create,
  expiring,
  patch,
  type Query,
  type StoredDocument,
  set,
  type Write,
  without,
} from '../store.ts'

export interface NewItem {
  /** `{kind}_{subject}`, so one subject has one item. */
  id: string
  kind: string
  detail: string
  nextAction: string
  propertyId?: string | undefined
  ota?: string | undefined
  channelId?: string | undefined
  reservationId?: string | undefined
  about?: Readonly<Record<string, string | Date>> | undefined
  /** Causes, which identify the item. */
  differences?: readonly string[] | undefined
  /** The system's next retry. */
  dueAt?: Date | undefined
  createdAt: Date
}

type AmendedItem = Pick<NewItem, 'id' | 'detail' | 'nextAction' | 'differences'> & { dueAt?: Date | null }

export type ItemChange = (
  | { open: NewItem }
  /** Null ends the system's retries. */
  | { amend: AmendedItem; at?: Date }
  /** The system's resolution drops the differences. Without `evenIfGone` the item must exist. */
  | { resolve: string; by: string; at: Date; evenIfGone?: true }
  | { forget: string }
) & {
  /** `none`: the item must not exist. */
  previous?: Revision | 'none' | undefined
}

export interface ItemState {
  isOpen: boolean
  resolvedAt?: Date | undefined
  differences?: readonly string[] | undefined
  threadId?: string | undefined
  messageId?: string | undefined
}

export const itemShape = z
  .object({
    id: z.string(),
    kind: z.string(),
    detail: z.string().meta({ description: 'The problem.' }),
    nextAction: z.string().nullable().meta({ description: 'The next step for a person.' }),
    status: z.string().meta({ description: '`open` or `resolved`.' }),
    createdAt: z.date().nullable(),
    updatedAt: z.date().optional(),
    resolvedAt: z.date().optional(),
    resolvedBy: z.string().optional(),
  })
  .catchall(z.string())
  .meta({
    id: 'Item',
    description:
      'Beside these it has the ids of what it is about (`propertyId`, `channelId`, …), `propertyName`, `guestName`, `ota`, and the `channel` of its message.',
  })

export interface ItemView extends Record<string, unknown> {
  id: string
  kind: string
  detail: string
  nextAction: string | null
  status: string
  createdAt: Date | null
}

export interface ItemFilter {
  status: 'open' | 'resolved'
  kind?: string | undefined
  propertyId?: string | undefined
  about?: 'property' | undefined
}

const storedState = z
  .looseObject({
    status: optional(z.string()),
    resolvedAt: optional(z.date()),
    differences: optional(z.array(z.string())),
    threadId: optional(z.string()),
    messageId: optional(z.string()),
  })
  .transform(
    ({ status, resolvedAt, differences, threadId, messageId }): ItemState => ({
      isOpen: status !== 'resolved',
      resolvedAt,
      differences,
      threadId,
      messageId,
    }),
  )

export const items = collection('items/{id}', storedState)

/** One read per thirty ids and per item. */
export const itemsAmong = (ids: readonly string[]): Query<ItemState> => items.where('__name__', 'in', ids)

export const closingItems = (documents: readonly StoredDocument<ItemState>[], at: Date): ItemChange[] =>
  documents.flatMap(({ id, value, revision }) =>
    value.isOpen ? [{ resolve: id, by: systemActorId, at, previous: revision }] : [],
  )

export function itemWrites(change: ItemChange): Write[] {
  if ('open' in change) return openingWrites(change.open, change.previous)
  const previous = change.previous === 'none' ? undefined : change.previous
  const changed = (id: string, fields: object) => [patch(items.at(id), fields, previous)]
  if ('amend' in change) {
    const { id, ...amended } = change.amend
    const stops = amended.dueAt === null && without(['dueAt'])
    return changed(id, defined({ ...amended, ...stops, updatedAt: change.at }))
  }
  if ('forget' in change) return changed(change.forget, without(['differences']))
  const { resolve, by, at, evenIfGone } = change
  const resolved = { status: 'resolved', resolvedAt: at, resolvedBy: by, ...expiring('items', at) }
  if (evenIfGone) return [set(items.at(resolve), resolved, true)]
  return changed(resolve, { ...resolved, ...(by === systemActorId && without(['differences', 'dueAt'])) })
}

function openingWrites({ id, about, ...item }: NewItem, previous: ItemChange['previous']): Write[] {
  const fields = { ...about, ...defined(item), status: 'open' }
  if (previous === 'none') return [create(items.at(id), fields)]
  // All old fields must go, and `set` takes no precondition.
  const checked = previous === undefined ? [] : [patch(items.at(id), { status: 'open' }, previous)]
  return [...checked, set(items.at(id), fields)]
}
