import { tableOf } from '../../csv.ts'
import type { LedgerRecord } from '../desk/ledger.ts'

const columns = [
  ...['id', 'threadId', 'propertyId', 'teamId', 'channel'],
  ...['arrivedAt', 'dueBy', 'endedAt', 'how', 'by', 'inTime'],
] as const satisfies readonly (keyof LedgerRecord)[]

export const csvOf = (records: readonly LedgerRecord[]): string =>
  tableOf(
    columns,
    records.map(record => columns.map(name => record[name])),
  )
