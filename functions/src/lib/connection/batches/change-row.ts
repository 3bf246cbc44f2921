import type { Needs } from '../../context.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import type { Versioned } from '../../ports.ts'
import { pauseAfter } from '../requests/waiting.ts'
import type { Row, RowReason } from './batch.ts'
import type { Chunk } from './ports.ts'
import type { DueRow } from './rows-due.ts'

type Deps = Needs<'connectionBatches'>

/** Where a row that is worked on stands. */
export interface Place extends DueRow {
  batchId: string
}

/** Writes what has become of a row, unless somebody has changed it meanwhile: then it answers false. */
export function changeRow(deps: Deps, { batchId, at, chunkAt, row }: Place, next: Row): Promise<boolean> {
  const { connectionBatches } = deps
  return change<Versioned<Chunk> | undefined, Versioned<Chunk>, boolean>(deps, {
    read: () => connectionBatches.chunk(batchId, chunkAt),
    decide(chunk) {
      const stored = chunk?.value.rows[at - chunkAt]
      if (!chunk || !stored || !isSame(stored, row)) return { result: false }
      return { write: { ...chunk, value: { at: chunkAt, rows: chunk.value.rows.with(at - chunkAt, next) } } }
    },
    commit: async chunk => resolvedAs(await connectionBatches.change(batchId, { chunks: [chunk] }), true),
  })
}

const isSame = (one: Row, other: Row): boolean =>
  one.state === other.state &&
  one.tries === other.tries &&
  one.tryAt?.getTime() === other.tryAt?.getTime() &&
  one.press?.at.getTime() === other.press?.at.getTime()

const pauses = { firstMs: 60_000, longestMs: 30 * 60_000 }

/** The row, to be tried again after a pause that grows. Why is kept without what to do: nobody has to do anything. */
export const putOff = (row: Row, now: Date, why?: RowReason): Row => ({
  ...row,
  reason: why && { code: why.code, detail: why.detail },
  since: row.tries === 0 ? now : row.since,
  tries: row.tries + 1,
  tryAt: new Date(now.getTime() + pauseAfter(row.tries, { ...pauses, forMs: 0 })),
})

/** So long a row is tried while its turn comes to nothing. Milliseconds. */
const triedForMs = 24 * 60 * 60_000

export const isTriedLongEnough = ({ since }: Row, now: Date): boolean =>
  since !== undefined && now.getTime() - since.getTime() >= triedForMs

/** The row at the end of its turn: nothing says why and when it is tried again. */
export const settled = ({ tryAt: _, since: __, reason: ___, ...row }: Row, next: Partial<Row>): Row => ({
  ...row,
  tries: 0,
  ...next,
})

/** The row, refused. */
export const refused = (row: Row, reason: RowReason): Row =>
  settled(
    row,
    row.state === 'testing' ? { state: 'tested', outcome: 'refused', reason } : { state: 'refused', reason },
  )
