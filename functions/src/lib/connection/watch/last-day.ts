import { laterDay } from '../../days.ts'

/** When the last day before a removal began; undefined while it has not, and for what is no day. Pure. */
export function lastDayBegan(removal: string, today: string): Date | undefined {
  const day = removal.slice(0, 10)
  if (Number.isNaN(Date.parse(day))) return undefined
  const last = laterDay(day, -1)
  return today >= last ? new Date(last) : undefined
}
