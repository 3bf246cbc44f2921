import { dayMs, dayOf } from '../../days.ts'

export const stayPhases = ['arriving', 'in-house', 'departing'] as const
export type StayPhase = (typeof stayPhases)[number]

/** The stay that a thread is about, as the thread tells it. Days are YYYY-MM-DD. */
export interface ThreadStay {
  arrival: string
  departure: string
  /** In which the days are meant; UTC without one. */
  timeZone?: string | undefined
}

/** Days from now on, by the zone. */
export const dayIn = (days: number, now: Date, timeZone?: string | undefined): string =>
  dayOf(new Date(now.getTime() + days * dayMs), timeZone)

/** Arriving: today or tomorrow. In house: has arrived, and does not leave today. Departing: leaves today. */
export function isIn(phase: StayPhase, { arrival, departure, timeZone }: ThreadStay, now: Date): boolean {
  const today = dayIn(0, now, timeZone)
  switch (phase) {
    case 'arriving':
      return arrival === today || arrival === nextDay(today)
    case 'in-house':
      return arrival <= today && today < departure
    case 'departing':
      return departure === today
  }
}

/** Not a day of 24 hours later, which at a change of clocks is the same day or the one after the next. */
const nextDay = (day: string): string => dayOf(new Date(Date.parse(day) + dayMs))
