import type { Actor } from '../../actor.ts'
import { buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { inParallel } from '../../in-parallel.ts'
import { isWaiting, type Row } from './batch.ts'
import { changeRows } from './change-rows.ts'
import { noSuchBatch } from './read-batch.ts'
import { rejectTried } from './reject-tried.ts'
import { rowsOf, wholeBatch } from './whole-batch.ts'

const atOnce = 8

/** Rejects requests first, so that a retry after a crash does the rest. Idempotent. Throws `not-found`. */
export async function stopBatch(
  deps: Needs<'auditLog' | 'store'>,
  actor: Actor,
  batchId: string,
): Promise<void> {
  const audit = buildAuditEntry(deps, actor, {
    action: 'batch.stop',
    targetType: 'connectionBatch',
    targetId: batchId,
    metadata: {},
  })
  const { batch, chunks } = (await wholeBatch(deps.store, batchId)) ?? noSuchBatch()
  await inParallel(atOnce, rowsOf(chunks).filter(isStoppable), row => rejectTried(deps, row, batch.value.ota))
  await changeRows(
    deps,
    { batchId, audit },
    () => row => (isStoppable(row) ? { ...row, state: 'stopped', reason: byHand } : row),
  )
}

const isStoppable = (row: Row): boolean => isWaiting(row) && row.state !== 'connecting'

const byHand = {
  code: 'stopped',
  detail: 'It was stopped before its turn came.',
  nextAction: 'Choose it again, or paste the pair anew where it was not tested yet.',
}
