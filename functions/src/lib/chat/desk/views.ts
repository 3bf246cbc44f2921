import { recordOf } from '../../record-of.ts'
import { deskViews, type ListView } from './list-address.ts'

export const viewNames = [...deskViews, 'open'] as const
export type ViewName = (typeof viewNames)[number]

type Comparison = '==' | 'in' | '<=' | '>' | 'array-contains'
export type Condition = readonly [
  field: string,
  comparison: Comparison,
  value: string | null | Date | readonly string[],
]
export type Order = readonly [field: string, direction: 'asc' | 'desc']

/** The second order applies where the first has no value. */
export interface View {
  where: readonly Condition[]
  orderBy: readonly Order[]
}

export interface Onlooker {
  userId: string
  now: Date
}

const newestFirst: Order = ['updatedAt', 'desc']
const longestFirst: Order = ['unansweredSince', 'asc']

const inState = (state: string, order: Order): View => ({ where: [['state', '==', state]], orderBy: [order] })
const of = (field: string, userId: string): View => ({
  where: [[field, 'array-contains', userId]],
  orderBy: [newestFirst],
})

const definitions: Readonly<Record<ListView | ViewName, (onlooker: Onlooker) => View>> = {
  recent: () => ({ where: [], orderBy: [newestFirst] }),
  unread: ({ userId }) => of('needsAttention', userId),
  important: ({ userId }) => of('importantFor', userId),
  mine: ({ userId }) => ({
    where: [
      ['ownerId', '==', userId],
      ['state', 'in', ['open', 'waiting']],
    ],
    // A thread without a wait has no time to sort by.
    orderBy: [longestFirst, newestFirst],
  }),
  unassigned: () => ({
    where: [
      ['ownerId', '==', null],
      ['unansweredSince', '>', new Date(0)],
    ],
    orderBy: [longestFirst],
  }),
  overdue: ({ now }) => ({ where: [['dueBy', '<=', now]], orderBy: [['dueBy', 'asc']] }),
  waiting: () => inState('waiting', ['updatedAt', 'asc']),
  snoozed: () => inState('snoozed', ['snoozedUntil', 'asc']),
  done: () => inState('done', newestFirst),
  open: () => inState('open', ['updatedAt', 'asc']),
}

export const viewOf = (name: ListView | ViewName, onlooker: Onlooker): View => definitions[name](onlooker)

export const viewsOf = (onlooker: Onlooker): Record<ViewName, View> =>
  recordOf(viewNames, name => viewOf(name, onlooker))

/** Times are dates. */
type Fields = Readonly<Record<string, unknown>>

/** The result agrees with Firestore's filter. */
export const standsIn = ({ where }: View, thread: Fields): boolean =>
  where.every(([field, comparison, value]) => holds[comparison](thread[field], value))

const holds: Readonly<Record<Comparison, (field: unknown, value: Condition[2]) => boolean>> = {
  '==': (field, value) => field === value,
  in: (field, value) => Array.isArray(value) && value.includes(field),
  '<=': (field, value) => isTime(field) && isTime(value) && field <= value,
  '>': (field, value) => isTime(field) && isTime(value) && field > value,
  'array-contains': (field, value) => Array.isArray(field) && field.includes(value),
}

const isTime = (value: unknown): value is Date => value instanceof Date

/** Threads without a time come last. */
export const inOrderOf =
  ({ orderBy }: View) =>
  (one: Fields, other: Fields): number => {
    for (const [field, direction] of orderBy) {
      const [first, second] = [one[field], other[field]].map(time => {
        const sign = direction === 'asc' ? 1 : -1
        return isTime(time) ? sign * time.getTime() : Number.POSITIVE_INFINITY
      })
      if (first !== second) return Number(first) - Number(second)
    }
    return 0
  }
