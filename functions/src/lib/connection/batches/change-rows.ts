import type { Actor } from '../../actor.ts'
import { type AuditEntry, buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { isAlive } from '../../durable/lease.ts'
import { inParallel } from '../../in-parallel.ts'
import { fieldRemoval, patch, type Write } from '../../store.ts'
import { type Chunk, countsOf, isWaiting, type Row } from './batch.ts'
import { noSuchBatch } from './read-batch.ts'
import { rejectTried } from './reject-tried.ts'
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
