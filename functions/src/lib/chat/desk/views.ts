import { recordOf } from '../../record-of.ts'

export const viewNames = ['mine', 'unassigned', 'overdue', 'waiting', 'snoozed', 'done', 'open'] as const
export type ViewName = (typeof viewNames)[number]

type Comparison = '==' | 'in' | '<=' | '>'
export type Condition = readonly [
  field: string,
  comparison: Comparison,
  value: string | null | Date | readonly string[],
]

/** A query of `threads`: what stands in the view, and in which order it is worked through. */
export interface View {
  where: readonly Condition[]
  orderBy: readonly [field: string, direction: 'asc' | 'desc']
}

/** Whoever looks, and when. */
interface Onlooker {
  userId: string
  now: Date
}

const inState = (state: string): View => ({ where: [['state', '==', state]], orderBy: ['updatedAt', 'asc'] })

/** Longest waiting first; only what is done comes newest first. Threads that nobody has waited in stand in none. */
const definitions: Readonly<Record<ViewName, (onlooker: Onlooker) => View>> = {
  mine: ({ userId }) => ({
    where: [
      ['ownerId', '==', userId],
      ['state', 'in', ['open', 'waiting']],
    ],
    orderBy: ['unansweredSince', 'asc'],
  }),
  unassigned: () => ({
    where: [
      ['ownerId', '==', null],
      ['unansweredSince', '>', new Date(0)],
    ],
    orderBy: ['unansweredSince', 'asc'],
  }),
  overdue: ({ now }) => ({ where: [['dueBy', '<=', now]], orderBy: ['dueBy', 'asc'] }),
  waiting: () => inState('waiting'),
  snoozed: () => ({ ...inState('snoozed'), orderBy: ['snoozedUntil', 'asc'] }),
  done: () => ({ ...inState('done'), orderBy: ['updatedAt', 'desc'] }),
  open: () => inState('open'),
}

export const viewOf = (name: ViewName, onlooker: Onlooker): View => definitions[name](onlooker)

export const viewsOf = (onlooker: Onlooker): Record<ViewName, View> =>
  recordOf(viewNames, name => viewOf(name, onlooker))

/** Whether a thread stands in the view, as Firestore finds it; times are dates. */
export const standsIn = ({ where }: View, thread: Readonly<Record<string, unknown>>): boolean =>
  where.every(([field, comparison, value]) => holds[comparison](thread[field], value))

const holds: Readonly<Record<Comparison, (found: unknown, value: Condition[2]) => boolean>> = {
  '==': (found, value) => found === value,
  in: (found, value) => Array.isArray(value) && value.includes(found),
  '<=': (found, value) => isTime(found) && isTime(value) && found <= value,
  '>': (found, value) => isTime(found) && isTime(value) && found > value,
}

const isTime = (value: unknown): value is Date => value instanceof Date
