import { laterDay } from '../../days.ts'

/** Undefined before the last day, and for an invalid one. */
export function lastDayBegan(removal: string, today: string): Date | undefined {
  const day = removal.slice(0, 10)
  if (Number.isNaN(Date.parse(day))) return undefined
  const last = laterDay(day, -1)
  return today >= last ? new Date(last) : undefined
}
