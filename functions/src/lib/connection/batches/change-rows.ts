import { isAlive } from '../../durable/lease.ts'
import type { Versioned } from '../../ports.ts'
import { type Batch, countsOf, type Row } from './batch.ts'
import type { Chunk, WholeBatch } from './ports.ts'
import { rowsOf } from './read-batch.ts'
import { nextTurn } from './rows-due.ts'

/** The chunks in which a row becomes another one. */
export function changedChunks(
  chunks: WholeBatch['chunks'],
  next: (row: Row, at: number) => Row,
): Versioned<Chunk>[] {
  return chunks.flatMap(({ value: { at, rows }, revision }) => {
    const changed = rows.map((row, position) => next(row, at + position))
    return changed.some((row, position) => row !== rows[position])
      ? [{ value: { at, rows: changed }, revision }]
      : []
  })
}

/** The batch once these chunks are changed. Who is at work on it looks again at the end. */
export function batchAfter(
  { batch, chunks: all }: WholeBatch,
  chunks: Versioned<Chunk>[],
  now: Date,
): Versioned<Batch> {
  const next = all.map(one => chunks.find(({ value }) => value.at === one.value.at) ?? one)
  const dueAt = isAlive(batch.value, now) ? batch.value.dueAt : nextTurn(next, now)
  return { ...batch, value: { ...batch.value, counts: countsOf(rowsOf(next)), dueAt } }
}
