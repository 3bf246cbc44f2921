import { type Chunk, isWaiting, type Row } from './batch.ts'
import type { RowState } from './row-states.ts'
import { positionOf, rowsOf } from './whole-batch.ts'

export interface DueRow {
  at: number
  chunkAt: number
  row: Row
}

/** Three calls to the channel manager a test, about eight a connection; others need its limit, too. */
const [tested, connected] = [8, 4]

const toConnect: ReadonlySet<RowState> = new Set(['chosen', 'connecting'])

export function rowsDue(chunks: readonly Chunk[], now: Date): DueRow[] {
  const due = chunks.flatMap(chunk =>
    chunk.value.rows.flatMap((row, position) =>
      isWaiting(row) && (row.tryAt === undefined || row.tryAt <= now)
        ? [{ at: positionOf(chunk) + position, chunkAt: positionOf(chunk), row }]
        : [],
    ),
  )
  const connecting = due.filter(({ row }) => toConnect.has(row.state))
  if (connecting.length > 0) return connecting.slice(0, connected)
  return due.slice(0, tested)
}

export function nextTurn(chunks: readonly Chunk[], now: Date): Date | undefined {
  const turns = rowsOf(chunks)
    .filter(isWaiting)
    .map(({ tryAt }) => (tryAt && tryAt > now ? tryAt : now).getTime())
  return turns.length > 0 ? new Date(Math.min(...turns)) : undefined
}
