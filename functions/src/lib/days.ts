const formats = new Map<string, Intl.DateTimeFormat | undefined>()

/** Making one takes longer than all that it is used for. Undefined for what is no time zone. */
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

/** Which day it is then, `YYYY-MM-DD`: in that time zone, in UTC without one or for what is none. */
export const dayOf = (at: Date, timeZone?: string | undefined): string =>
  (timeZone && formatOf(timeZone)?.format(at)) || at.toISOString().slice(0, 10)
