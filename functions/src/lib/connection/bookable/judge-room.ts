import { type PlanNights, ruleReasons } from './calendar.ts'
import type { RuleNights } from './closing-rules.ts'
import {
  bookableStays,
  hindrances,
  isForSale,
  longestStay,
  type Span,
  type StayRule,
  stayRules,
} from './stays.ts'

/** Why a night that is neither sold nor closed on purpose cannot be booked. */
export const findingReasons = [
  'no-availability',
  ...ruleReasons,
  'stop-sell',
  'no-price',
  ...stayRules,
  'not-mapped',
] as const
export type FindingReason = (typeof findingReasons)[number]

/** `unknown`: the channel manager tells nothing of the night. */
export const nightStates = ['bookable', 'sold', 'closed', 'unknown', ...findingReasons] as const
export type NightState = (typeof nightStates)[number]

/** Why somebody is alarmed. `unknown`: nothing is told of any night. */
export type AlarmReason = FindingReason | 'unknown'

/** A room from today on. */
export interface RoomNights {
  /** Its mapped rate plans. */
  plans: readonly PlanNights[]
  nights: number
  /** How many reservations of ours lie on a night. */
  stays: ReadonlyMap<number, number>
  /** How many of the room there are; where nobody knows, 1. */
  units: number
  /** Nights that somebody confirmed to be closed. */
  closed: ReadonlySet<number>
  byRule: RuleNights
}

export interface Run extends Span {
  state: NightState
}

export interface RoomVerdict {
  /** All its nights, in order. */
  runs: Run[]
  /** The stay that begins first, the shortest of them. */
  earliest: Span | undefined
  /** Where what may be booked ends: the calendar, or a limit of days ahead that closes some night. */
  end: number
  /** Where money is lost. */
  alarms: (Run & { state: AlarmReason })[]
}

/** What of a room can be booked, and why the rest cannot. Pure. */
export function judgeRoom(room: RoomNights): RoomVerdict {
  const stays = bookableStays(room.plans, room.nights)
  const rules = hindrances(room.plans, stays)
  const states = stays.covered.map((isCovered, night) =>
    isCovered ? ('bookable' as const) : stateOf(room, night, rules[night]),
  )
  const runs = runsOf(states)
  const end = runs.some(({ state }) => state === 'too-far-ahead') ? room.byRule.from : room.nights
  return { runs, earliest: stays.earliest, end, alarms: runs.flatMap(run => alarm({ ...room, end }, run)) }
}

function stateOf(room: RoomNights, night: number, rule: StayRule | undefined): NightState {
  const { plans, stays, units, closed, byRule } = room
  const days = plans.flatMap(plan => plan[night] ?? [])
  const isOut = days.length > 0 && days.every(({ availability }) => availability <= 0)
  if (isOut && (stays.get(night) ?? 0) >= units) return 'sold'
  if (closed.has(night)) return 'closed'
  if (days.length === 0) return 'unknown'
  if (isOut && night < byRule.before) return 'cut-off'
  if (isOut && night >= byRule.from) return 'too-far-ahead'
  if (isOut) return 'no-availability'
  return rule ?? (days.every(({ stopSell }) => stopSell) ? 'stop-sell' : 'no-price')
}

/** Neighbours of one state, together. */
export function runsOf(states: readonly NightState[]): Run[] {
  const runs: Run[] = []
  for (const [night, state] of states.entries()) {
    const last = runs.at(-1)
    if (last?.state === state) last.to = night + 1
    else runs.push({ state, from: night, to: night + 1 })
  }
  return runs
}

/** A pattern of arrivals and departures repeats each week, so that one of its weeks fits into any two. */
const patternNights = 14
/** Far ahead the end of a calendar is not filled yet. */
const filledNights = 180
/** A cut-off of a few days is notice that a property needs. */
const noticeDays = 7

type Judged = RoomNights & Pick<RoomVerdict, 'end'>

function alarm(room: Judged, run: Run): RoomVerdict['alarms'] {
  const { state } = run
  if (state === 'unknown') return run.to - run.from === room.nights ? [{ ...run, state }] : []
  if (!isFinding(state)) return []
  return isLoss(room, { ...run, state }) ? [{ ...run, state }] : []
}

const isFinding = (state: NightState): state is FindingReason => findingReasons.some(one => one === state)

function isLoss(room: Judged, { state, ...run }: Run): boolean {
  if (state === 'cut-off') return room.byRule.cutOffDays > noticeDays
  if (state === 'too-far-ahead') return room.byRule.from < filledNights
  if (!stayRules.some(rule => rule === state)) return run.to < room.end || run.from < filledNights
  const gap = gapAround(room, run)
  return gap.to - gap.from >= (state === 'minimum-stay' ? shortestMinimum(room, run) : patternNights)
}

/** All nights for sale around these. */
function gapAround({ plans, nights }: RoomNights, { from, to }: Span): Span {
  const isOpen = (night: number) => night >= 0 && night < nights && plans.some(plan => isForSale(plan[night]))
  const gap = { from, to }
  while (isOpen(gap.from - 1)) gap.from -= 1
  while (isOpen(gap.to)) gap.to += 1
  return gap
}

const shortestMinimum = ({ plans }: RoomNights, { from, to }: Span): number =>
  Math.min(
    longestStay,
    ...plans.flatMap(plan =>
      plan
        .slice(from, to)
        .flatMap(day => (isForSale(day) ? [Math.max(1, day.minStayArrival, day.minStayThrough)] : [])),
    ),
  )
