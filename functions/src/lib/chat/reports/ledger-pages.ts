import { unknownCursor } from '../../cursor.ts'
import { dayMs, dayOf } from '../../days.ts'
import { isDocumentId } from '../../identifiers.ts'
import { isStorable } from '../../shapes.ts'
import type { LedgerPlace, LedgerRecord } from '../desk/ledger.ts'

export interface Waits {
  records: LedgerRecord[]
  isCut: boolean
}

/** UTC days, `to` included. */
function daysFrom(from: string, to: string): string[] {
  const count = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  return Array.from({ length: Math.max(0, count) }, (_, at) => dayOf(new Date(Date.parse(from) + at * dayMs)))
}

/** Begin of the next day. */
export const endOfDay = (day: string): Date => new Date(Date.parse(day) + dayMs)

export interface LedgerStart {
  day: string
  after?: LedgerPlace | undefined
}

/** Whole days if one fits, so that a day's tally is complete. */
export function cut({ records, isCut }: Waits): {
  records: Waits['records']
  next: LedgerStart | undefined
} {
  const last = records.at(-1)
  if (!isCut || !last) return { records, next: undefined }
  const day = dayOf(last.arrivedAt)
  const whole = records.filter(({ arrivedAt }) => dayOf(arrivedAt) < day)
  if (whole.length > 0) return { records: whole, next: { day } }
  return { records, next: { day, after: { arrivedAt: last.arrivedAt, id: last.id } } }
}

export function daysOf(from: string, to: string, next: LedgerStart | undefined): string[] {
  const days = daysFrom(from, to)
  return next ? days.filter(day => day < next.day || (next.after && day === next.day)) : days
}

export const cursorOf = ({ day, after }: LedgerStart): string =>
  Buffer.from(after ? `${day} ${after.arrivedAt.getTime()} ${after.id}` : day).toString('base64url')

const written = /^(\d{4}-\d\d-\d\d)(?: (\d{1,15}) (.+))?$/s

/** Throws `validation-failed` for an invalid cursor or other days. */
export function startIn(cursor: string, from: string, to: string): LedgerStart {
  const [, day = '', time, id] = written.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const arrivedAt = new Date(Number(time))
  const isPlace = id === undefined || (isDocumentId(id) && isStorable(arrivedAt))
  if (day < from || day > to || Number.isNaN(Date.parse(day)) || !isPlace) throw unknownCursor('cursor')
  return { day, ...(id !== undefined && { after: { arrivedAt, id } }) }
}
