import type { AuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import { isAlive } from '../../durable/lease.ts'
import type { Versioned } from '../../ports.ts'
import { type Batch, countsOf, type Row } from './batch.ts'
import type { BatchWrite, Chunk, WholeBatch } from './ports.ts'
import { noSuchBatch, rowsOf } from './read-batch.ts'
import { nextTurn } from './rows-due.ts'

type Next = (row: Row, at: number) => Row

/**
 * Has rows become others, as is decided from the whole batch; nothing is written where they all stay. Throws `not-found`
 * and whatever the decision throws.
 */
export async function changeRows(
  deps: Needs<'connectionBatches'>,
  { batchId, audit }: { batchId: string; audit: AuditEntry | undefined },
  decide: (whole: WholeBatch, now: Date) => Next,
): Promise<void> {
  await change<WholeBatch, BatchWrite, void>(deps, {
    read: async () => (await deps.connectionBatches.whole(batchId)) ?? noSuchBatch(),
    decide(whole) {
      const now = deps.clock.now()
      const chunks = changedChunks(whole.chunks, decide(whole, now))
      return chunks.length > 0
        ? { write: { batch: batchAfter(whole, chunks, now), chunks } }
        : { result: undefined }
    },
    commit: async write =>
      resolvedAs(await deps.connectionBatches.change(batchId, write, { audits: [audit] }), undefined),
  })
}

/** The chunks in which a row becomes another one. */
function changedChunks(chunks: WholeBatch['chunks'], next: Next): Versioned<Chunk>[] {
  return chunks.flatMap(({ value: { at, rows }, revision }) => {
    const changed = rows.map((row, position) => next(row, at + position))
    return changed.some((row, position) => row !== rows[position])
      ? [{ value: { at, rows: changed }, revision }]
      : []
  })
}

/** The batch once these chunks are changed. Who is at work on it looks again at the end. */
function batchAfter(
  { batch, chunks: all }: WholeBatch,
  chunks: Versioned<Chunk>[],
  now: Date,
): Versioned<Batch> {
  const next = all.map(one => chunks.find(({ value }) => value.at === one.value.at) ?? one)
  const dueAt = isAlive(batch.value, now) ? batch.value.dueAt : nextTurn(next, now)
  return { ...batch, value: { ...batch.value, counts: countsOf(rowsOf(next)), dueAt } }
}
