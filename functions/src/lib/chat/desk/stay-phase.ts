import { dayMs, dayOf } from '../../days.ts'

export const stayPhases = ['arriving', 'in-house', 'departing'] as const
export type StayPhase = (typeof stayPhases)[number]

/** Days are YYYY-MM-DD. */
export interface ThreadStay {
  arrival: string
  departure: string
  /** UTC by default. */
  timeZone?: string | undefined
}

export const dayIn = (days: number, now: Date, timeZone?: string | undefined): string =>
  dayOf(new Date(now.getTime() + days * dayMs), timeZone)

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

/** At a change of clocks, 24 hours later may be the same day, or skip one. */
const nextDay = (day: string): string => dayOf(new Date(Date.parse(day) + dayMs))
