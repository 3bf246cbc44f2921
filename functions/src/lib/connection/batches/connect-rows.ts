import type { Actor } from '../../actor.ts'
import { buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { chargedBy, type Row } from './batch.ts'
import { changeRows } from './change-rows.ts'
import type { WholeBatch } from './ports.ts'
import { rowsOf } from './read-batch.ts'
import { type Charge, isChoosable, type RowState } from './row-states.ts'

interface ConnectInput {
  batchId: string
  /** By their position, from 0. */
  rows: number[]
  /** What they charge, as it was shown: a sum for each currency. */
  total: Charge[]
}

/**
 * Has these rows connected, a few at a time, in the name of who chose them and at the price that they were shown. Rows
 * chosen before stay so: the same input again changes nothing. Throws `not-found`, `validation-failed`, `payment-failed`.
 */
export async function connectRows(
  deps: Needs<'connectionBatches'>,
  { uid, role, origin }: Actor,
  { batchId, rows, total }: ConnectInput,
): Promise<void> {
  const actor = { uid, role, ...(origin && { origin }) }
  const wanted = new Set(rows)
  const audit = buildAuditEntry(deps, actor, {
    ...{ action: 'batch.connect', targetType: 'connectionBatch', targetId: batchId },
    metadata: { rows: wanted.size },
  })
  await changeRows(deps, { batchId, audit }, (whole, now) => {
    checkRows(whole, wanted)
    checkTotal(whole, wanted, total)
    const chosen = (row: Row): Row => ({
      ...row,
      ...{ state: 'chosen', press: { actor, at: now }, since: undefined, tries: 0 },
      ...{ tryAt: undefined, reason: undefined },
    })
    return (row, at) => (wanted.has(at) && isChoosable(row) ? chosen(row) : row)
  })
}

const under: ReadonlySet<RowState> = new Set(['chosen', 'connecting', 'connected', 'waits'])
function checkRows({ chunks }: WholeBatch, wanted: ReadonlySet<number>): void {
  const rows = rowsOf(chunks)
  const errors = [...wanted].flatMap(at => {
    const row = rows[at]
    return row && (isChoosable(row) || under.has(row.state))
      ? []
      : [{ path: `rows.${at}`, message: 'must be a row that would connect' }]
  })
  if (errors.length === 0) return
  throw new DomainError('validation-failed', 'Some of these rows cannot be connected.', {
    ...{ nextAction: 'Read the batch again, and leave those out.', errors },
  })
}

function checkTotal({ chunks }: WholeBatch, wanted: ReadonlySet<number>, total: readonly Charge[]): void {
  const due = chargedBy(rowsOf(chunks).filter((_, at) => wanted.has(at)))
  const isShown = due.every(one =>
    total.some(({ amount, currency }) => amount === one.amount && currency === one.currency),
  )
  if (isShown && total.filter(({ amount }) => amount > 0).length === due.length) return
  throw new DomainError('payment-failed', 'These rows cost something else than was shown.', {
    nextAction: 'Read the batch again, and choose at that price.',
  })
}
