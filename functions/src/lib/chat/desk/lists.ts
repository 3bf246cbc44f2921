import type { ChannelName } from '../channels/names.ts'
import { channelNames } from '../channels/names.ts'
import type { Thread } from '../thread.ts'
import { defaultQueue, type ListAddress, type ListFilter, type ListView } from './list-address.ts'
import { dayIn, isIn, type StayPhase, type ThreadStay } from './stay-phase.ts'
import { type Condition, type Onlooker, type Order, viewOf } from './views.ts'

/** A query of `threads`. */
export interface ListQuery {
  where: readonly Condition[]
  orderBy: Order
}

/** Where there are few threads anyway. */
const own: readonly ListView[] = ['unread', 'important', 'mine']

/**
 * The queries whose threads together hold a list, each of which has its index. They may find more than stands in it:
 * rows are checked by `isListed` as well. An index is asked for a stay in place of a view, and for a property, else a
 * team, but not in one's own views. What is ordered by a time is not also asked for it, so that the clock alone moves
 * a thread into Overdue.
 */
export function listQueries({ view, filter }: ListAddress, onlooker: Onlooker): ListQuery[] {
  if (filter.stay) {
    const { where, orderBy } = stayQuery(filter.stay, days => dayIn(days, onlooker.now))
    return [{ where: [...narrowing(filter), ...where], orderBy }]
  }
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

/** `day`: of UTC, so many from today on; elsewhere on earth it is the one before or after. */
function stayQuery(phase: StayPhase, day: (days: number) => string): ListQuery {
  if (phase === 'arriving')
    return {
      where: [
        ['stay.arrival', '>', day(-2)],
        ['stay.arrival', '<=', day(2)],
      ],
      orderBy: ['stay.arrival', 'asc'],
    }
  const hasArrived: Condition = ['stay.arrival', '<=', day(1)]
  const leaves: Condition[] =
    phase === 'in-house'
      ? [['stay.departure', '>', day(-1)]]
      : [
          ['stay.departure', '>', day(-2)],
          ['stay.departure', '<=', day(1)],
        ]
  return { where: [...leaves, hasArrived], orderBy: ['stay.departure', 'asc'] }
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
