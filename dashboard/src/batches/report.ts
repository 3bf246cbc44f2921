import { units } from '../ui/money.ts'
import type { BatchRow } from './api.ts'
import { statusOf } from './api.ts'

type Texts = Readonly<Record<'property' | 'name' | 'hotelId' | 'status' | 'reason' | 'next', string>> &
  Readonly<Record<'mapped' | 'total' | 'toMap' | 'charge' | 'currency', string>>

/** The rows as a table that a spreadsheet reads, in the order in which they were pasted. Pure. */
export function reportOf(
  rows: readonly BatchRow[],
  heads: Texts,
  textOf: (status: ReturnType<typeof statusOf>) => string,
): string {
  const { property, name, hotelId, status, reason, next, mapped, total, toMap, charge, currency } = heads
  const head = [property, name, hotelId, status, reason, next, mapped, total, toMap, charge, currency]
  const lines = rows.map(row => [
    ...[row.propertyId, row.propertyName ?? '', row.hotelId, textOf(statusOf(row))],
    ...[row.reason?.detail ?? '', row.reason?.nextAction ?? ''],
    ...[row.mapping?.mapped, row.mapping?.total, row.mapping?.needsReview].map(count => String(count ?? '')),
    ...[row.charge ? units(row.charge.amount, row.charge.currency) : '', row.charge?.currency ?? ''],
  ])
  return [head, ...lines].map(cells => `${cells.map(cell).join(',')}\r\n`).join('')
}

/** A text that a spreadsheet would take for a formula is marked as text. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
