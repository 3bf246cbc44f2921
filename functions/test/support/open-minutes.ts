import { type Calendar, weekdays } from '../../src/lib/chat/desk/team.ts'

/** A team's clock. */
export const clockOf = ({ timeZone }: Calendar) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })

/** Whether the team is there in the minute that begins then, from its clock alone. */
export function isThere(
  { hours = {}, holidays }: Calendar,
  clock: Intl.DateTimeFormat,
  minute: Date,
): boolean {
  const now = Object.fromEntries(clock.formatToParts(minute).map(({ type, value }) => [type, value]))
  const time = `${now.hour}:${now.minute}`
  const noon = Date.UTC(Number(now.year), Number(now.month) - 1, Number(now.day), 12)
  const periodsOf = (at: number) => {
    const day = new Date(at).toISOString().slice(0, 10)
    const weekday = weekdays[(new Date(at).getUTCDay() + 6) % 7]
    return weekday && !holidays.includes(day) ? (hours[weekday] ?? []) : []
  }
  const today = periodsOf(noon).some(([from, to]) => (to <= from ? time >= from : time >= from && time < to))
  return today || periodsOf(noon - 24 * 3_600_000).some(([from, to]) => to <= from && time < to)
}

/** The deadline, by counting the minutes in which the team is there; within thirty days, else by the clock. */
export function countedDeadline(
  calendar: Calendar,
  arrivedAt: Date,
  isOpen: (minute: number) => boolean,
): Date {
  let left = calendar.answerWithinMinutes * 60_000
  const start = arrivedAt.getTime()
  for (let at = start; at < start + 30 * 24 * 3_600_000; ) {
    const minute = Math.floor(at / 60_000)
    const end = (minute + 1) * 60_000
    if (isOpen(minute)) {
      if (end - at >= left) return new Date(at + left)
      left -= end - at
    }
    at = end
  }
  return new Date(start + calendar.answerWithinMinutes * 60_000)
}
