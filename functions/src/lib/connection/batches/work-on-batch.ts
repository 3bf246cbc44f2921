import type { Needs } from '../../context.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import { isAlive, isHeldBy, newClaim } from '../../durable/lease.ts'
import { inParallel } from '../../in-parallel.ts'
import type { Versioned } from '../../ports.ts'
import { type Batch, countsOf, type Row, type RowReason } from './batch.ts'
import { changeRow, isTriedLongEnough, type Place, putOff, refused } from './change-row.ts'
import { type ConnectRowDeps, connectRow } from './connect-row.ts'
import type { WholeBatch } from './ports.ts'
import { rowsOf } from './read-batch.ts'
import { type DueRow, nextTurn, rowsDue } from './rows-due.ts'
import { testRow } from './test-row.ts'

/** Rows under way at once. */
const atOnce = 3
/** No row is begun after this, so that the last one ends within the lease. Milliseconds. */
const begunWithinMs = 20_000

/**
 * Works on a few rows of a batch whose turn has come, under a claim on the batch. Each row says for itself what has become
 * of it, so whoever dies leaves the rest to the next run.
 */
export async function workOnBatch(deps: ConnectRowDeps, batchId: string): Promise<void> {
  const held = await claim(deps, batchId)
  if (!held) return
  const { ota } = held.batch
  const until = deps.clock.now().getTime() + begunWithinMs
  let isAnswered = true
  const work = async (due: DueRow): Promise<void> => {
    if (!isAnswered || deps.clock.now().getTime() >= until) return
    const place = { ...due, batchId }
    const turn = due.row.state === 'testing' ? testRow : connectRow
    try {
      if (!(await turn(deps, place, ota))) isAnswered = false
    } catch (error) {
      await setAside(deps, place, error)
    }
  }
  try {
    const whole = await deps.connectionBatches.whole(batchId)
    await inParallel(atOnce, rowsDue(whole?.chunks ?? [], deps.clock.now()), work)
  } finally {
    await rest(deps, batchId, held.claimId)
  }
}

/** A row that fails keeps none of the others from their turn, and is refused after a day. */
async function setAside(deps: ConnectRowDeps, place: Place, error: unknown): Promise<void> {
  const { batchId, at, row } = place
  deps.log.error('a row of a batch failed', { batchId, at, propertyId: row.propertyId, error })
  const now = deps.clock.now()
  // Claimed or not, it can be stopped before its next turn.
  const open: Row = row.state === 'connecting' ? { ...row, state: 'chosen' } : row
  await changeRow(deps, place, isTriedLongEnough(row, now) ? refused(row, failed) : putOff(open, now, failed))
}

const failed: RowReason = {
  code: 'internal',
  detail: 'Something went wrong on our side.',
  nextAction: 'Choose it again, or paste the pair anew; if it stays so, tell engineering.',
}

type Deps = Needs<'connectionBatches'>

async function claim(deps: Deps, batchId: string): Promise<{ claimId: string; batch: Batch } | undefined> {
  const { connectionBatches, clock } = deps
  const mine = newClaim(deps, 'batch')
  type Held = { claimId: string; batch: Batch } | undefined
  return change<Versioned<Batch> | undefined, Versioned<Batch>, Held>(deps, {
    read: () => connectionBatches.batch(batchId),
    recognise: found =>
      found && isHeldBy(found.value, mine.claimId)
        ? { result: { claimId: mine.claimId, batch: found.value } }
        : undefined,
    decide(found) {
      if (!found?.value.dueAt || isAlive(found.value, clock.now())) return { result: undefined }
      return { write: { ...found, value: { ...found.value, ...mine, dueAt: mine.leaseUntil } } }
    },
    commit: async batch =>
      resolvedAs(await connectionBatches.change(batchId, { batch }), {
        ...{ claimId: mine.claimId, batch: batch.value },
      }),
  })
}

/** Ends the claim, and says when the next turn comes. */
const rest = (deps: Deps, batchId: string, claimId: string): Promise<void> =>
  change<WholeBatch | undefined, Versioned<Batch>, void>(deps, {
    async read() {
      const [whole, batch] = await Promise.all([
        deps.connectionBatches.whole(batchId),
        deps.connectionBatches.batch(batchId),
      ])
      // What is left of one whose rows are gone is not worked on any more.
      return whole ?? (batch && { batch, chunks: [] })
    },
    decide(found) {
      if (!found || !isHeldBy(found.batch.value, claimId)) return { result: undefined }
      const { batch, chunks } = found
      const dueAt = nextTurn(chunks, deps.clock.now())
      const counts = countsOf(rowsOf(chunks))
      return {
        write: { ...batch, value: { ...batch.value, claimId: null, leaseUntil: null, counts, dueAt } },
      }
    },
    commit: async batch => resolvedAs(await deps.connectionBatches.change(batchId, { batch }), undefined),
  })
