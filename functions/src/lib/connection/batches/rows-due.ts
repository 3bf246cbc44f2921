import type { Row, RowState } from './batch.ts'
import { isWaiting } from './batch.ts'
import type { WholeBatch } from './ports.ts'

/** A row whose turn has come, and where it stands. */
export interface DueRow {
  at: number
  chunkAt: number
  row: Row
}

/**
 * How many a run takes: connecting makes about fourteen calls to the channel manager and testing four, and others want
 * some, too.
 */
export const [tested, connected] = [8, 3]

const toConnect: ReadonlySet<RowState> = new Set(['chosen', 'connecting'])

/** The rows that a run takes: some that are to be connected, else some that are to be tested, in their order. Pure. */
export function rowsDue(chunks: WholeBatch['chunks'], now: Date): DueRow[] {
  const due = chunks.flatMap(({ value }) =>
    value.rows.flatMap((row, position) =>
      isWaiting(row) && (row.tryAt === undefined || row.tryAt <= now)
        ? [{ at: value.at + position, chunkAt: value.at, row }]
        : [],
    ),
  )
  const connecting = due.filter(({ row }) => toConnect.has(row.state))
  if (connecting.length > 0) return connecting.slice(0, connected)
  return due.slice(0, tested)
}

/** When the next row's turn comes; undefined where none waits. Pure. */
export function nextTurn(chunks: WholeBatch['chunks'], now: Date): Date | undefined {
  const turns = chunks.flatMap(({ value }) =>
    value.rows.filter(isWaiting).map(({ tryAt }) => (tryAt && tryAt > now ? tryAt : now).getTime()),
  )
  return turns.length > 0 ? new Date(Math.min(...turns)) : undefined
}
