import { beginOf, dayOf } from '../days.ts'
import { conversationMs } from './conversation.ts'
import type { DatedStay, GuestThread } from './guest.ts'

/** Days are the stay's zone's, else UTC's; the id breaks ties, so that every delivery decides alike. */
export function nearestThread(threads: readonly GuestThread[], now: Date): GuestThread | undefined {
  return threads.toSorted(nearestThreadFirst(now))[0]
}

export function nearestThreadFirst(now: Date): (a: GuestThread, b: GuestThread) => number {
  const isNearer = nearestFirst(now)
  return (a, b) => isNearer(a.reservation, b.reservation) || (a.threadId < b.threadId ? -1 : 1)
}

export function nearestFirst(now: Date): (a: DatedStay, b: DatedStay) => number {
  const rank = (stay: DatedStay) => rankOf(stay, dayOf(now, stay.timeZone))
  return (a, b) => compare(rank(a), rank(b))
}

/** Undefined if the nearest stay never changes. */
export function nearestUntil(all: readonly DatedStay[], now: Date): Date | undefined {
  const stays = all.filter(({ status }) => status !== 'cancelled')
  if (stays.length < 2) return undefined
  const nearestAt = (at: Date) => stays.toSorted(nearestFirst(at))[0]
  const nearest = nearestAt(now)
  const yesterday = dayOf(new Date(now.getTime() - 24 * 3_600_000))
  return stays
    .filter(({ departure }) => departure >= yesterday)
    .flatMap(({ arrival, departure, timeZone }) => [
      beginOf(arrival, timeZone),
      beginOf(departure, timeZone, 1),
    ])
    .filter(at => at > now)
    .toSorted((a, b) => a.getTime() - b.getTime())
    .find(at => nearestAt(at) !== nearest)
}

/** A guest may still write about a stay that has just ended. */
export function livestOf<Stay extends DatedStay>(stays: readonly Stay[], now: Date): Stay[] {
  const [today, since] = [dayOf(now), dayOf(new Date(now.getTime() - conversationMs))]
  const liveliness = (stay: Stay) => Math.max(1, rankOf(stay, today)[0])
  const hasJustEnded = (stay: Stay) => liveliness(stay) === 2 && stay.departure >= since
  const best = Math.min(...stays.map(liveliness))
  return stays.filter(stay => liveliness(stay) === best || hasJustEnded(stay))
}

/** [class, days], smaller is nearer. */
function rankOf({ arrival, departure, status }: DatedStay, today: string): [number, number] {
  if (status === 'cancelled') return [3, Math.abs(Date.parse(arrival) - Date.parse(today))]
  if (arrival <= today && today <= departure) return [0, -Date.parse(arrival)]
  if (arrival > today) return [1, Date.parse(arrival)]
  return [2, -Date.parse(departure)]
}

const compare = (a: [number, number], b: [number, number]): number => a[0] - b[0] || a[1] - b[1]
