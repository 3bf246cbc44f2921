import type { LedgerRecord } from './ledger.ts'

const columns = [
  ...['id', 'threadId', 'propertyId', 'teamId', 'channel'],
  ...['arrivedAt', 'dueBy', 'endedAt', 'how', 'by', 'inTime'],
] as const satisfies readonly (keyof LedgerRecord)[]

/** Records as a table by RFC 4180, times as ISO 8601 in UTC. */
export const csvOf = (records: readonly LedgerRecord[]): string =>
  [columns, ...records.map(record => columns.map(name => textOf(record[name])))]
    .map(row => `${row.map(cell).join(',')}\r\n`)
    .join('')

const textOf = (value: LedgerRecord[keyof LedgerRecord]): string =>
  value instanceof Date ? value.toISOString() : String(value ?? '')

/** Spreadsheets compute what begins with one of these. */
const formula = /^[=+\-@\t\r]/

function cell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
