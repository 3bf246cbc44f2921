import type { PlanDay, PlanNights } from './calendar.ts'

/** Rules that keep somebody from booking nights which are for sale, in the order in which they are named. */
export const stayRules = ['minimum-stay', 'closed-to-arrival', 'closed-to-departure', 'maximum-stay'] as const
export type StayRule = (typeof stayRules)[number]

/** Nights by position from today: the first one, and the day of departure. */
export interface Span {
  from: number
  to: number
}

/** Nobody books longer. Without a limit, a stay to the end of the calendar would hide that no departure is allowed. */
export const longestStay = 90

export const isForSale = (day: PlanDay | undefined): day is PlanDay =>
  day !== undefined && day.availability > 0 && !day.stopSell && day.rate !== null && day.rate > 0

/**
 * The shortest and the longest stay that arrives then, as if those rules were not there; undefined if there is none. The
 * day after the last night that is told may always be one of departure.
 */
function staysFrom(
  plan: PlanNights,
  arrival: number,
  without: ReadonlySet<StayRule>,
): { shortest: Span; longest: Span } | undefined {
  const first = plan[arrival]
  if (!isForSale(first) || (first.closedToArrival && !without.has('closed-to-arrival'))) return undefined
  const most =
    without.has('maximum-stay') || first.maxStay === 0 ? longestStay : Math.min(first.maxStay, longestStay)
  let least = first.minStayArrival
  let [shortest, longest]: (Span | undefined)[] = []
  for (let to = arrival + 1; to - arrival <= most; to += 1) {
    const lastNight = plan[to - 1]
    if (!isForSale(lastNight)) break
    least = Math.max(least, lastNight.minStayThrough)
    const isLongEnough = without.has('minimum-stay') || to - arrival >= least
    const mayLeave = without.has('closed-to-departure') || plan[to]?.closedToDeparture !== true
    if (!isLongEnough || !mayLeave) continue
    longest = { from: arrival, to }
    shortest ??= longest
  }
  return shortest && longest && { shortest, longest }
}

export interface Stays {
  /** Whether some stay covers the night. */
  covered: boolean[]
  earliest: Span | undefined
}

/** The stays that a guest could book in a room by one of its rate plans, as if those rules were not there. Pure. */
export function bookableStays(
  plans: readonly PlanNights[],
  nights: number,
  without: ReadonlySet<StayRule> = new Set(),
): Stays {
  const covered = Array.from({ length: nights }, () => false)
  let earliest: Span | undefined
  for (let arrival = 0; arrival < nights; arrival += 1) {
    const found = plans.flatMap(plan => staysFrom(plan, arrival, without) ?? [])
    const until = Math.max(arrival, ...found.map(({ longest }) => longest.to))
    covered.fill(true, arrival, until)
    earliest ??= found.map(({ shortest }) => shortest).toSorted((a, b) => a.to - b.to)[0]
  }
  return { covered, earliest }
}

/**
 * Which rule keeps each night that is for sale from being booked: the first without which it could be, else the last of
 * those that have to go one after the other. Undefined for the other nights. Pure.
 */
export function hindrances(
  plans: readonly PlanNights[],
  { covered }: Pick<Stays, 'covered'>,
): (StayRule | undefined)[] {
  const isHindered = covered.map(
    (isCovered, night) => !isCovered && plans.some(plan => isForSale(plan[night])),
  )
  const found: (StayRule | undefined)[] = covered.map(() => undefined)
  const alone = stayRules.map(rule => [rule])
  const together = stayRules.map((_, at) => stayRules.slice(at).toReversed()).toReversed()
  for (const rules of [...alone, ...together]) {
    if (!isHindered.some((is, night) => is && found[night] === undefined)) break
    const { covered: then } = bookableStays(plans, covered.length, new Set(rules))
    for (const [night, is] of isHindered.entries()) if (is && then[night]) found[night] ??= rules.at(-1)
  }
  return found
}
