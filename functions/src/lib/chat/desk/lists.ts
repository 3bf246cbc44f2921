import { type ChannelName, channelNames } from '../channel-names.ts'
import type { Thread } from '../thread.ts'
import { defaultQueue, type ListAddress, type ListFilter, type ListView } from './list-address.ts'
import { dayIn, isIn, type StayPhase, type ThreadStay } from './stay-phase.ts'
import { type Condition, type Onlooker, type Order, viewOf } from './views.ts'

export interface ListQuery {
  where: readonly Condition[]
  orderBy: Order
}

/** These views hold few threads, so they have no index for filters. */
const own: readonly ListView[] = ['unread', 'important', 'mine']

/**
 * `isListed` checks the rows, since a query may find too much. Every query has its index: a stay replaces the view; a
 * property, else a team, narrows it. No query filters by the time of its order, so the clock alone moves a thread
 * into Overdue.
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

/** `day` is in UTC, so ranges cover a day more for other zones. */
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

export interface Filed {
  propertyId: string | null
  /** Undefined before the first look-up; null for the default queue. */
  teamId: string | null | undefined
  stay: ThreadStay | null
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

export const isListed = (filter: ListFilter, filed: Filed, now: Date): boolean =>
  (filter.property === undefined || filed.propertyId === filter.property) &&
  (filter.team === undefined || filed.teamId === (filter.team === defaultQueue ? null : filter.team)) &&
  (filter.channel === undefined || filed.channel === filter.channel) &&
  (filter.stay === undefined || (filed.stay !== null && isIn(filter.stay, filed.stay, now)))
