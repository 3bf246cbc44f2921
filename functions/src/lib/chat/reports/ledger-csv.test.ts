import fc from 'fast-check'
import { expect, it } from 'vitest'
import { law } from '../../../../test/support/law.ts'
import type { LedgerRecord } from '../desk/ledger.ts'
import { csvOf } from './ledger-csv.ts'

const record: LedgerRecord = {
  id: 't_m',
  threadId: 't',
  propertyId: null,
  teamId: 'front-desk',
  channel: 'chatapp',
  arrivedAt: new Date('2026-11-24T08:00:00Z'),
  dueBy: new Date('2026-11-24T09:00:00Z'),
}

it('the CSV has a row for each record, and an empty cell for an unknown value', () => {
  const ended = {
    endedAt: new Date('2026-11-24T08:10:00Z'),
    how: 'answered',
    by: 'sam',
    inTime: true,
  } as const
  expect(csvOf([record, { ...record, ...ended }])).toBe(
    [
      'id,threadId,propertyId,teamId,channel,arrivedAt,dueBy,endedAt,how,by,inTime',
      't_m,t,,front-desk,chatapp,2026-11-24T08:00:00.000Z,2026-11-24T09:00:00.000Z,,,,',
      't_m,t,,front-desk,chatapp,2026-11-24T08:00:00.000Z,2026-11-24T09:00:00.000Z,2026-11-24T08:10:00.000Z,answered,sam,true',
      '',
    ].join('\r\n'),
  )
})

/** A table as RFC 4180 reads it. */
function rowsIn(csv: string): string[][] {
  const rows: string[][] = [[]]
  for (const [whole, quoted, plain = '', end] of csv.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g,
  )) {
    if (whole === '') break
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

const nasty = fc.string({
  unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', 'a', 'é'),
  maxLength: 12,
})

law('is read as it was written, and no cell is a formula', [fc.array(nasty, { minLength: 1 })], ids => {
  const rows = rowsIn(csvOf(ids.map(threadId => ({ ...record, threadId })))).slice(1)
  expect(rows.map(([, threadId]) => threadId?.replace(/^'(?=[=+\-@\t\r])/, ''))).toEqual(ids)
  for (const row of rows) for (const cell of row) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
})
