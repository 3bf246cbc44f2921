import type { ChannelName } from '../channels/names.ts'
import { channelNames } from '../channels/names.ts'
import type { Thread } from '../thread.ts'
import { defaultQueue, type ListAddress, type ListFilter, type ListView } from './list-address.ts'
import { daysAround, isIn, type ThreadStay } from './stay-phase.ts'
import { type Condition, type Onlooker, type Order, viewOf } from './views.ts'

/** A query of `threads`. */
export interface ListQuery {
  where: readonly Condition[]
  orderBy?: Order
}

/** Where there are few threads anyway. */
const own: readonly ListView[] = ['unread', 'important', 'mine']

/**
 * The queries whose threads together hold a list, each of which has its index. They may find more than stands in it:
 * rows are checked by `isListed` as well. A stay is the most that can be asked of an index, then a property, then a team;
 * in one's own views nothing is. What is ordered by a time is not also asked for it, so that the clock alone moves a
 * thread into Overdue.
 */
export function listQueries({ view, filter }: ListAddress, onlooker: Onlooker): ListQuery[] {
  if (filter.stay) return [stayQueries[filter.stay](onlooker.now)]
  const narrowed = own.includes(view) ? [] : narrowing(filter)
  const { where, orderBy } = viewOf(view, onlooker)
  return orderBy.map(order => ({
    where: [...narrowed, ...where.filter(([field]) => field !== order[0])],
    orderBy: order,
  }))
}

function narrowing({ property, team }: ListFilter): Condition[] {
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
