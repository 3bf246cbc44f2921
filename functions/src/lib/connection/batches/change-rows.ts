import type { AuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { isAlive } from '../../durable/lease.ts'
import { fieldRemoval, patch, type Write } from '../../store.ts'
import { type Chunk, countsOf, type Row } from './batch.ts'
import { noSuchBatch } from './read-batch.ts'
import { nextTurn } from './rows-due.ts'
import { positionOf, rowsOf, rowsWrite, type WholeBatch, wholeBatch } from './whole-batch.ts'

type Next = (row: Row, at: number) => Row

/** Throws `not-found`. */
export async function changeRows(
  deps: Needs<'store'>,
  { batchId, audit }: { batchId: string; audit: AuditEntry | undefined },
  decide: (whole: WholeBatch, now: Date) => Next,
): Promise<void> {
  await amend(deps, {
    read: async () => (await wholeBatch(deps.store, batchId)) ?? noSuchBatch(),
    audit,
    decide(whole) {
      const now = deps.clock.now()
      const next = decide(whole, now)
      const chunks = whole.chunks.map(chunk => ({ ...chunk, value: { rows: rowsAfter(chunk, next) } }))
      const changed = chunks
        .filter((chunk, at) => isChanged(chunk, whole.chunks[at]))
        .map(chunk => rowsWrite(chunk))
      if (changed.length === 0) return { result: undefined }
      return { writes: [batchAfter({ ...whole, chunks }, now), ...changed], result: undefined }
    },
  })
}

const rowsAfter = (chunk: Chunk, next: Next): Row[] =>
  chunk.value.rows.map((row, position) => next(row, positionOf(chunk) + position))

const isChanged = (chunk: Chunk, before: Chunk | undefined): boolean =>
  chunk.value.rows.some((row, position) => row !== before?.value.rows[position])

/** A running worker sets `dueAt` at its end. */
function batchAfter({ batch, chunks }: WholeBatch, now: Date): Write {
  const dueAt = isAlive(batch.value, now) ? batch.value.dueAt : nextTurn(chunks, now)
  return patch(batch, { counts: countsOf(rowsOf(chunks)), dueAt: dueAt ?? fieldRemoval }, batch.revision)
}
