import { namesOf, recordOf } from '../functions/src/lib/record-of.ts'
import { type ScheduleName, scheduleNames, schedules } from '../functions/src/lib/schedules.ts'
import type { Bill } from '../functions/test/support/platform.ts'
import { type Amounts, amountsOf } from './amounts.ts'
import { runsOfRound, type Size } from './idle-day.ts'

/** A day in which nothing happens. */
export interface IdleDay extends Size {
  name: string
  amounts: Amounts
  /** Each schedule's part of them. */
  parts: Readonly<Record<ScheduleName, Amounts>>
}

export interface IdleDays {
  days: readonly IdleDay[]
  /** Reads of the comparison in a week: for each thread, and with none. */
  line: { perThread: number; withNone: number }
  /** Reads of the comparison in a month with 100,000 threads. */
  comparedInAMonth: number
  /** Calls that one schedule makes of one route of the channel manager in an hour with 10,000 channels. */
  ofARoute: number
  /** Reads of `workdue` in an hour with 500 threads, and with twice as many. */
  workdue: number
  workdueWithTwice: number
}

/** So many hours like the one that is played. */
const hoursOfDay = 24
const runsOfDay = (hoursOfDay * 60) / schedules.comparesearch

/**
 * The emulator looks through all threads for each query, so a week of the comparison with 100,000 takes hours. With more
 * than 6,720 threads, ten for each of a week's runs, a round takes the whole week, and what it costs grows with them:
 * 7,000 and 10,000 are played, and 100,000 stand on the line through both. No other schedule reads a thread of which
 * nothing is due, so their hour is played with fewer.
 */
export async function idleDays(
  hourOf: (size: Size) => Promise<Record<ScheduleName, Bill>>,
  roundOf: (threads: number) => Promise<Bill>,
): Promise<IdleDays> {
  const ofHundred = await hourOf({ threads: 500, channels: 100 })
  const ofThousand = await hourOf({ threads: 1_000, channels: 1_000 })
  const ofTenThousand = await hourOf({ threads: 500, channels: 10_000 })
  const [few, some, more] = [await roundOf(1_000), await roundOf(7_000), await roundOf(10_000)].map(amountsOf)
  if (!few || !some || !more) throw new Error('A round was not played.')
  const line = lineThrough({ at: 7_000, value: some }, { at: 10_000, value: more })
  const ofMost = line(100_000)
  const [withNone, withOne] = [line(0).firestoreReads, line(1).firestoreReads]
  return {
    days: [
      dayOf({ threads: 1_000, channels: 100 }, ofHundred, few),
      dayOf({ threads: 10_000, channels: 1_000 }, ofThousand, more),
      dayOf({ threads: 100_000, channels: 10_000 }, ofTenThousand, ofMost),
    ],
    line: { withNone, perThread: withOne - withNone },
    comparedInAMonth: Math.round((ofMost.firestoreReads * 30 * runsOfDay) / runsOfRound),
    ofARoute: Math.max(...scheduleNames.map(name => mostOfARoute(ofTenThousand[name]))),
    workdue: ofHundred.workdue.reads,
    workdueWithTwice: ofThousand.workdue.reads,
  }
}

function dayOf(size: Size, hour: Readonly<Record<ScheduleName, Bill>>, round: Amounts): IdleDay {
  const { threads, channels } = size
  const parts = recordOf(scheduleNames, name =>
    name === 'comparesearch'
      ? scaled(round, runsOfDay / runsOfRound)
      : scaled(amountsOf(hour[name]), hoursOfDay),
  )
  const sum = Object.values(parts).reduce((one, other) => combined(one, other, (a, b) => a + b))
  return {
    ...{ ...size, parts },
    name: `an idle day with ${threads.toLocaleString('en')} threads and ${channels.toLocaleString('en')} channels`,
    amounts: combined(sum, sum, Math.round),
  }
}

const combined = (a: Amounts, b: Amounts, of: (a: number, b: number) => number): Amounts =>
  recordOf(namesOf(a), name => of(a[name], b[name]))
const scaled = (a: Amounts, by: number): Amounts => combined(a, a, one => one * by)

interface Point {
  at: number
  value: Amounts
}

/** What stands on the line through two points. */
export const lineThrough =
  (one: Point, other: Point) =>
  (at: number): Amounts =>
    combined(one.value, other.value, (a, b) => a + ((b - a) * (at - one.at)) / (other.at - one.at))

function mostOfARoute({ calls }: Bill): number {
  const counts = new Map<string, number>()
  for (const call of calls['channel-manager']) counts.set(routeOf(call), (counts.get(routeOf(call)) ?? 0) + 1)
  return Math.max(0, ...counts.values())
}

const routeOf = (call: string): string => call.replace(/\/[^/?]*\d[^/?]*/g, '/:id').replace(/\?.*/, '')
