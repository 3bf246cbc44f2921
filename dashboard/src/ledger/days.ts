const dayMs = 24 * 60 * 60_000

/** Days of UTC, YYYY-MM-DD, the last one included. */
export interface Days {
  from: string
  to: string
}

export const lengths = [7, 28, 90] as const
const usual = 28

/** So many days, the last one being that of `now`. */
export const lastDays = (count: number, now: Date): Days => ({
  from: dayOf(new Date(now.getTime() - (count - 1) * dayMs)),
  to: dayOf(now),
})

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** The days that the address names; where it names none, the last four weeks. Malformed days are refused by the API. */
export function daysIn(params: URLSearchParams, now: Date): Days {
  const { from, to } = lastDays(usual, now)
  return { from: params.get('from') || from, to: params.get('to') || to }
}
