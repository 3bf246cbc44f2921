import type { Temporal } from 'temporal-polyfill'
import { type Calendar, weekdays } from './team.ts'

interface Opening {
  from: number
  to: number
}

const minuteMs = 60_000
/** Days; a team without an opening by then answers by the clock. */
const farthestDay = 400
/** Fraction of the time to answer. */
const nearly = 3 / 4

export interface Deadline {
  nearAt: Date
  dueBy: Date
}

/** Only minutes in the team's hours count; a change of clocks counts real time. */
export async function deadlineBy(calendar: Calendar, arrivedAt: Date): Promise<Deadline> {
  const { answerWithinMinutes, hours } = calendar
  const [near, due] = [nearly * answerWithinMinutes * minuteMs, answerWithinMinutes * minuteMs]
  const clockwork = hours && (await import('temporal-polyfill'))
  const openings = () => clockwork && openingsFrom(clockwork, calendar, arrivedAt)
  return { nearAt: after(openings(), arrivedAt, near), dueBy: after(openings(), arrivedAt, due) }
}

/** The current shift, or the next; endless without `to`. */
export interface Shift {
  from: Date
  to?: Date | undefined
}

/** Milliseconds; a shorter break ends no shift. */
const breakMs = 4 * 60 * minuteMs
/** Milliseconds; a longer shift is endless. */
const longestShiftMs = 7 * 24 * 60 * minuteMs

/** A team without hours, or without any opening, is always there. */
export async function shiftAt(calendar: Calendar, now: Date): Promise<Shift> {
  const at = now.getTime()
  let shift: Opening | undefined
  const clockwork = calendar.hours && (await import('temporal-polyfill'))
  for (const { from, to } of clockwork ? openingsFrom(clockwork, calendar, now) : []) {
    if (shift && from - shift.to > breakMs && shift.to > at) break
    const goesOn: boolean = shift !== undefined && from - shift.to <= breakMs
    shift = shift && goesOn ? { from: shift.from, to: Math.max(shift.to, to) } : { from, to }
    if (shift.to - Math.max(at, shift.from) > longestShiftMs) return { from: new Date(shift.from) }
  }
  return shift && shift.to > at ? { from: new Date(shift.from), to: new Date(shift.to) } : { from: now }
}

export const earlier = (one: Deadline, other: Deadline | undefined): Deadline => ({
  nearAt: other && other.nearAt < one.nearAt ? other.nearAt : one.nearAt,
  dueBy: other && other.dueBy < one.dueBy ? other.dueBy : one.dueBy,
})

/** Counts by the clock alone. */
export const deadlineAfter = (arrivedAt: Date, minutes: number): Deadline => ({
  nearAt: after(undefined, arrivedAt, nearly * minutes * minuteMs),
  dueBy: after(undefined, arrivedAt, minutes * minuteMs),
})

function after(openings: Iterable<Opening> | undefined, start: Date, milliseconds: number): Date {
  let rest = milliseconds
  let counted = start.getTime()
  for (const { from, to } of openings ?? []) {
    const begin = Math.max(from, counted)
    if (to - begin >= rest) return new Date(begin + rest)
    rest -= Math.max(0, to - begin)
    counted = Math.max(counted, to)
  }
  return new Date(start.getTime() + milliseconds)
}

type Clockwork = typeof import('temporal-polyfill')

/** Openings by their beginning; one may overlap another. */
function* openingsFrom(
  { Temporal }: Clockwork,
  { timeZone, hours = {}, holidays }: Calendar,
  start: Date,
): Iterable<Opening> {
  const today = Temporal.Instant.fromEpochMilliseconds(start.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
  const at = (day: Temporal.PlainDate, time: string): number => {
    const [hour = 0, minute = 0] = time.split(':').map(Number)
    const date = hour === 24 ? day.add({ days: 1 }) : day
    return date.toZonedDateTime({ timeZone, plainTime: { hour: hour % 24, minute } }).epochMilliseconds
  }
  // A period that began yesterday may still be open.
  for (let ahead = -1; ahead <= farthestDay; ahead += 1) {
    const day = today.add({ days: ahead })
    const weekday = weekdays[day.dayOfWeek - 1]
    if (!weekday || holidays.includes(day.toString())) continue
    for (const [from, to] of (hours[weekday] ?? []).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      yield { from: at(day, from), to: at(to <= from ? day.add({ days: 1 }) : day, to) }
  }
}
