import { isWaiting, type Row } from './batch.ts'
import type { WholeBatch } from './ports.ts'
import type { RowState } from './row-states.ts'

/** A row whose turn has come, and where it stands. */
export interface DueRow {
  at: number
  chunkAt: number
  row: Row
}

/**
 * How many a run takes: connecting makes about eight calls to the channel manager and testing three, and others want some,
 * too.
 */
const [tested, connected] = [8, 4]

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
