import type { BookingPlan } from './plan-booking.ts'
import type { PullPatch } from './ports.ts'
import type { Conflict, Pull } from './pull.ts'

/** What a pull's document has room for, twice; all the others have their items. */
const mostConflicts = 200
const mostOverlaps = 20

/**
 * What a booking adds to the progress of a pull; empty when that stands there already. Two stays that lie over each other
 * are told once, under the one that came to do so, as they are at the pull's end.
 */
export function tally(pull: Pull, plan: BookingPlan): PullPatch {
  const { own, conflicts } = plan
  const unmapped = [...pull.unmapped.filter(id => !own.includes(id)), ...plan.unmapped]
  const news = new Map(conflicts.map(conflict => [conflict.reservationId, shortened(conflict)]))
  const told = new Set(pull.conflicts.map(({ reservationId }) => reservationId))
  const all = [
    ...pull.conflicts.map(conflict => news.get(conflict.reservationId) ?? conflict),
    ...[...news.values()].filter(({ reservationId: id }) => own.includes(id) && !told.has(id)),
  ]
    .filter(({ overlaps }) => overlaps.length > 0)
    .slice(0, mostConflicts)
  return {
    ...(plan.imported > 0 && { imported: pull.imported + plan.imported }),
    ...(plan.updated > 0 && { updated: pull.updated + plan.updated }),
    ...(!isSame(unmapped, pull.unmapped) && { unmapped }),
    ...(!isSame(all, pull.conflicts) && { conflicts: all }),
  }
}

const shortened = (conflict: Conflict): Conflict => ({
  ...conflict,
  overlaps: conflict.overlaps.slice(0, mostOverlaps),
})

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
