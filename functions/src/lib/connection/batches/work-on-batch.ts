import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { isAlive, isHeldBy, newClaim } from '../../durable/lease.ts'
import { inParallel } from '../../in-parallel.ts'
import { fieldRemoval, patch } from '../../store.ts'
import type { OtaName } from '../otas.ts'
import { batches, countsOf, type Row, type RowReason } from './batch.ts'
import { changeRow, isTriedLongEnough, type Place, putOff, refused } from './change-row.ts'
import { type ConnectRowDeps, connectRow, testRow } from './connect-row.ts'
import { type DueRow, nextTurn, rowsDue } from './rows-due.ts'
import { rowsOf, type WholeBatch, wholeBatch } from './whole-batch.ts'

const atOnce = 3
/** The last row must end within the lease. Milliseconds. */
const startWithinMs = 20_000

/** Each row writes its own outcome, so that a crash loses no other. */
export async function workOnBatch(deps: ConnectRowDeps, batchId: string): Promise<void> {
  const batchClaim = await claim(deps, batchId)
  if (!batchClaim) return
  const until = deps.clock.now().getTime() + startWithinMs
  let isAnswered = true
  const work = async (due: DueRow): Promise<void> => {
    if (!isAnswered || deps.clock.now().getTime() >= until) return
    const place = { ...due, batchId }
    const turn = due.row.state === 'testing' ? testRow : connectRow
    try {
      if (!(await turn(deps, place, batchClaim.ota))) isAnswered = false
    } catch (error) {
      await setAside(deps, place, error)
    }
  }
  try {
    const whole = await wholeBatch(deps.store, batchId)
    await inParallel(atOnce, rowsDue(whole?.chunks ?? [], deps.clock.now()), work)
  } finally {
    await rest(deps, batchId, batchClaim.claimId)
  }
}

/** A failing row must not block the others. */
async function setAside(deps: ConnectRowDeps, place: Place, error: unknown): Promise<void> {
  const { batchId, at, row } = place
  deps.log.error('a row of a batch failed', { batchId, at, propertyId: row.propertyId, error })
  const now = deps.clock.now()
  // A `chosen` row can be stopped before its next turn.
  const open: Row = row.state === 'connecting' ? { ...row, state: 'chosen' } : row
  await changeRow(deps, place, isTriedLongEnough(row, now) ? refused(row, failed) : putOff(open, now, failed))
}

const failed: RowReason = {
  code: 'internal',
  detail: 'Something went wrong on our side.',
  nextAction: 'Choose it again, or paste the pair anew; if it stays so, tell engineering.',
}

/** Undefined unless the batch is due and free. */
async function claim(
  deps: Needs<'store'>,
  batchId: string,
): Promise<{ claimId: string; ota: OtaName } | undefined> {
  const mine = newClaim(deps, 'batch')
  return amend(deps, {
    read: { batch: batches.at(batchId) },
    decide({ batch }) {
      const result = batch && { claimId: mine.claimId, ota: batch.value.ota }
      if (batch && isHeldBy(batch.value, mine.claimId)) return { result }
      if (!batch?.value.dueAt || isAlive(batch.value, deps.clock.now())) return { result: undefined }
      return { writes: [patch(batch, { ...mine, dueAt: mine.leaseUntil }, batch.revision)], result }
    },
  })
}

const rest = (deps: Needs<'store'>, batchId: string, claimId: string): Promise<void> =>
  amend(deps, {
    async read(): Promise<WholeBatch | undefined> {
      const [whole, batch] = await Promise.all([
        wholeBatch(deps.store, batchId),
        deps.store.read(batches.at(batchId)),
      ])
      // Without rows nothing is due.
      return whole ?? (batch && { batch, chunks: [] })
    },
    decide(whole) {
      if (!whole || !isHeldBy(whole.batch.value, claimId)) return { result: undefined }
      const { batch, chunks } = whole
      const dueAt = nextTurn(chunks, deps.clock.now()) ?? fieldRemoval
      const counts = countsOf(rowsOf(chunks))
      const free = { claimId: null, leaseUntil: null, counts, dueAt }
      return { writes: [patch(batch, free, batch.revision)], result: undefined }
    },
  })
