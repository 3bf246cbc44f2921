import { tableOf } from '../../csv.ts'
import type { LedgerRecord } from './ledger.ts'

const columns = [
  ...['id', 'threadId', 'propertyId', 'teamId', 'channel'],
  ...['arrivedAt', 'dueBy', 'endedAt', 'how', 'by', 'inTime'],
] as const satisfies readonly (keyof LedgerRecord)[]

/** Records as a table, times as ISO 8601 in UTC. */
export const csvOf = (records: readonly LedgerRecord[]): string =>
  tableOf(
    columns,
    records.map(record => columns.map(name => textOf(record[name]))),
  )

const textOf = (value: LedgerRecord[keyof LedgerRecord]): string =>
  value instanceof Date ? value.toISOString() : String(value ?? '')
