import type { Actor } from '../../actor.ts'
import { buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import { isWaiting } from './batch.ts'
import { batchAfter, changedChunks } from './change-rows.ts'
import type { BatchWrite, WholeBatch } from './ports.ts'
import { noSuchBatch } from './read-batch.ts'

/** Nothing of it is tested or connected any more, except what is being connected right now. Idempotent. Throws `not-found`. */
export async function stopBatch(
  deps: Needs<'connectionBatches'>,
  actor: Actor,
  batchId: string,
): Promise<void> {
  const audit = buildAuditEntry(deps, actor, 'success', {
    ...{ action: 'batch.stop', targetType: 'connectionBatch', targetId: batchId, metadata: {} },
  })
  await change<WholeBatch, BatchWrite, void>(deps, {
    read: async () => (await deps.connectionBatches.whole(batchId)) ?? noSuchBatch(),
    decide(whole) {
      const chunks = changedChunks(whole.chunks, row =>
        isWaiting(row) && row.state !== 'connecting' ? { ...row, state: 'stopped', reason: byHand } : row,
      )
      const at = deps.clock.now()
      return chunks.length > 0
        ? { write: { batch: batchAfter(whole, chunks, at), chunks } }
        : { result: undefined }
    },
    commit: async write =>
      resolvedAs(await deps.connectionBatches.change(batchId, write, { audits: [audit] }), undefined),
  })
}

const byHand = {
  code: 'stopped',
  detail: 'It was stopped before its turn came.',
  nextAction: 'Choose it again, or paste the pair anew where it was not tested yet.',
}
