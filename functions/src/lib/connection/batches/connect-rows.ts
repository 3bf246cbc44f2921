import * as z from 'zod'
import type { Actor } from '../../actor.ts'
import { buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { refusals } from '../refusals.ts'
import { chargedBy, type Row } from './batch.ts'
import { changeRows } from './change-rows.ts'
import { type Charge, charge, isChoosable, mostPairs, type RowState } from './row-states.ts'
import { rowsOf, type WholeBatch } from './whole-batch.ts'

export const rowsToConnect = z.strictObject({
  rows: z
    .array(z.number().int().nonnegative())
    .min(1)
    .max(mostPairs)
    .meta({ description: 'Their positions, from 0.' }),
  total: z
    .array(charge)
    .max(20)
    .meta({ description: 'The charge of the rows, as shown: a sum for each currency.' }),
})

interface ConnectInput extends z.infer<typeof rowsToConnect> {
  batchId: string
}

/** Idempotent. Throws `not-found`, `validation-failed`, `payment-failed`. */
export async function connectRows(
  deps: Needs<'store'>,
  { uid, role, origin }: Actor,
  { batchId, rows, total }: ConnectInput,
): Promise<void> {
  const actor = { uid, role, ...(origin && { origin }) }
  const rowNumbers = new Set(rows)
  const audit = buildAuditEntry(deps, actor, {
    action: 'batch.connect',
    targetType: 'connectionBatch',
    targetId: batchId,
    metadata: { rows: rowNumbers.size },
  })
  await changeRows(deps, { batchId, audit }, (whole, now) => {
    checkRows(whole, rowNumbers)
    checkTotal(whole, rowNumbers, total)
    const chosen = (row: Row): Row => ({
      ...row,
      state: 'chosen',
      press: { actor, at: now },
      since: undefined,
      tries: 0,
      tryAt: undefined,
      reason: undefined,
    })
    return (row, at) => (rowNumbers.has(at) && isChoosable(row) ? chosen(row) : row)
  })
}

const under: ReadonlySet<RowState> = new Set(['chosen', 'connecting', 'connected', 'waits'])
function checkRows({ chunks }: WholeBatch, rowNumbers: ReadonlySet<number>): void {
  const rows = rowsOf(chunks)
  const errors = [...rowNumbers].flatMap(at => {
    const row = rows[at]
    return row && (isChoosable(row) || under.has(row.state))
      ? []
      : [{ path: `rows.${at}`, message: 'must be a row that would connect' }]
  })
  if (errors.length === 0) return
  throw refusals.rowsNotConnectable({ errors })
}

function checkTotal({ chunks }: WholeBatch, rowNumbers: ReadonlySet<number>, total: readonly Charge[]): void {
  const due = chargedBy(rowsOf(chunks).filter((_, at) => rowNumbers.has(at)))
  const isShown = due.every(one =>
    total.some(({ amount, currency }) => amount === one.amount && currency === one.currency),
  )
  if (isShown && total.filter(({ amount }) => amount > 0).length === due.length) return
  throw refusals.otherTotal()
}
