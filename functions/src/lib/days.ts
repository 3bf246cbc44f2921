const formats = new Map<string, Intl.DateTimeFormat | undefined>()

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  if (!formats.has(timeZone)) formats.set(timeZone, newFormat(timeZone))
  return formats.get(timeZone)
}

function newFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  } catch {
    return undefined
  }
}

/** `YYYY-MM-DD`; else UTC. */
export const dayOf = (at: Date, timeZone?: string | undefined): string =>
  (timeZone && formatOf(timeZone)?.format(at)) || at.toISOString().slice(0, 10)

export const dayMs = 24 * 3_600_000
const quarterMs = 15 * 60_000

export const laterDay = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs)

/** To the quarter of an hour. */
export function beginOf(day: string, timeZone: string | undefined, later = 0): Date {
  const utc = Date.parse(day) + later * dayMs
  const target = dayOf(new Date(utc))
  let at = utc - 14 * 4 * quarterMs
  while (dayOf(new Date(at), timeZone) < target) at += quarterMs
  return new Date(at)
}
