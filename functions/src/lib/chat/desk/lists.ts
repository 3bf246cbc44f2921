import type { ChannelName } from '../channels/names.ts'
import { channelNames } from '../channels/names.ts'
import type { Thread } from '../thread.ts'
import { defaultQueue, type ListAddress, type ListFilter, type ListView } from './list-address.ts'
import { daysAround, isIn, type ThreadStay } from './stay-phase.ts'

type Comparison = '==' | 'in' | '>' | 'array-contains'
type ListCondition = readonly [
  field: string,
  comparison: Comparison,
  value: string | null | readonly string[],
]

/** A query of `threads`. */
export interface ListQuery {
  where: readonly ListCondition[]
  orderBy?: readonly [field: string, direction: 'asc' | 'desc']
}

/** Whoever looks, and when. */
interface Onlooker {
  userId: string
  now: Date
}

/**
 * The queries whose threads together hold a list, each of which has its index. They may find more than stands in it:
 * rows are checked by `isListed` as well. A stay is the most that can be asked of an index, then a property, then a team;
 * where there are few threads anyway nothing is.
 */
export function listQueries({ view, filter }: ListAddress, { userId, now }: Onlooker): ListQuery[] {
  if (filter.stay) return [stayQueries[filter.stay](now)]
  return viewQueries[view](narrowing(filter), userId)
}

function narrowing({ property, team }: ListFilter): ListCondition[] {
  if (property !== undefined) return [['propertyId', '==', property]]
  if (team === undefined) return []
  return [['teamId', '==', team === defaultQueue ? null : team]]
}

const stayQueries: Record<NonNullable<ListFilter['stay']>, (now: Date) => ListQuery> = {
  arriving: now => ({ where: [['stay.arrival', 'in', daysAround(now, 0, 1)]] }),
  'in-house': now => ({
    where: [['stay.departure', '>', daysAround(now, 0, 0)[0] ?? '']],
    // Who leaves first has surely arrived.
    orderBy: ['stay.departure', 'asc'],
  }),
  departing: now => ({ where: [['stay.departure', 'in', daysAround(now, 0, 0)]] }),
}

/** Those of Overdue are all with a deadline, so that the clock alone moves them in. */
const viewQueries: Record<ListView, (narrowed: readonly ListCondition[], userId: string) => ListQuery[]> = {
  recent: where => [{ where, orderBy: ['updatedAt', 'desc'] }],
  unread: (_, userId) => ofOwn('needsAttention', userId),
  important: (_, userId) => ofOwn('importantFor', userId),
  mine: (_, userId) => {
    const where: ListCondition[] = [
      ['ownerId', '==', userId],
      ['state', 'in', ['open', 'waiting']],
    ]
    // Where nobody waits there is no time to order by.
    return [
      { where, orderBy: ['unansweredSince', 'asc'] },
      { where, orderBy: ['updatedAt', 'desc'] },
    ]
  },
  unassigned: narrowed => [
    { where: [...narrowed, ['ownerId', '==', null]], orderBy: ['unansweredSince', 'asc'] },
  ],
  overdue: where => [{ where, orderBy: ['dueBy', 'asc'] }],
  waiting: narrowed => [{ where: [...narrowed, inState('waiting')], orderBy: ['updatedAt', 'asc'] }],
  snoozed: narrowed => [{ where: [...narrowed, inState('snoozed')], orderBy: ['snoozedUntil', 'asc'] }],
  done: narrowed => [{ where: [...narrowed, inState('done')], orderBy: ['updatedAt', 'desc'] }],
}

const inState = (state: string): ListCondition => ['state', '==', state]

const ofOwn = (field: string, userId: string): ListQuery[] => [
  { where: [[field, 'array-contains', userId]], orderBy: ['updatedAt', 'desc'] },
]

/** What a thread is filtered by. */
export interface Filed {
  propertyId: string | null
  /** Undefined while nobody has asked whose it is, null for the default queue. */
  teamId: string | null | undefined
  stay: ThreadStay | null
  /** By which the guest wrote last. */
  channel: ChannelName | null
}

export function filedAs({ propertyId, teamId, stay, exchanges }: Thread): Filed {
  const last = exchanges.at(-1)
  const channel = last?.lastChannel ?? last?.channel
  return {
    propertyId: propertyId ?? null,
    teamId,
    stay: stay ?? null,
    channel: channelNames.find(name => name === channel) ?? null,
  }
}

/** Whether a thread passes the filter. */
export const isListed = (filter: ListFilter, filed: Filed, now: Date): boolean =>
  (filter.property === undefined || filed.propertyId === filter.property) &&
  (filter.team === undefined || filed.teamId === (filter.team === defaultQueue ? null : filter.team)) &&
  (filter.channel === undefined || filed.channel === filter.channel) &&
  (filter.stay === undefined || (filed.stay !== null && isIn(filter.stay, filed.stay, now)))
