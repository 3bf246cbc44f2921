import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { pauseAfter } from '../patience.ts'
import { type Row, type RowReason, rowChunks } from './batch.ts'
import type { DueRow } from './rows-due.ts'
import { rowsWrite } from './whole-batch.ts'

export interface Place extends DueRow {
  batchId: string
}

/** False where the row has changed since it was read. */
export const changeRow = (
  deps: Needs<'store'>,
  { batchId, at, chunkAt, row }: Place,
  next: Row,
): Promise<boolean> =>
  amend(deps, {
    read: { chunk: rowChunks.at(batchId, String(chunkAt)) },
    decide({ chunk }) {
      const stored = chunk?.value.rows[at - chunkAt]
      if (!chunk || !stored || !isSame(stored, row)) return { result: false }
      return { writes: [rowsWrite(chunk, { rows: chunk.value.rows.with(at - chunkAt, next) })], result: true }
    },
  })

const isSame = (one: Row, other: Row): boolean =>
  one.state === other.state &&
  one.tries === other.tries &&
  one.tryAt?.getTime() === other.tryAt?.getTime() &&
  one.press?.at.getTime() === other.press?.at.getTime()

const pauses = { firstMs: 60_000, longestMs: 30 * 60_000 }

/** Drops `nextAction`: nobody has to act. */
export const putOff = (row: Row, now: Date, why?: RowReason): Row => ({
  ...row,
  reason: why && { code: why.code, detail: why.detail },
  since: row.tries === 0 ? now : row.since,
  tries: row.tries + 1,
  tryAt: new Date(now.getTime() + pauseAfter(row.tries, { ...pauses, forMs: 0 })),
})

/** For turns without a result. Milliseconds. */
const triedForMs = 24 * 60 * 60_000

export const isTriedLongEnough = ({ since }: Row, now: Date): boolean =>
  since !== undefined && now.getTime() - since.getTime() >= triedForMs

export const settled = ({ tryAt: _, since: __, reason: ___, ...row }: Row, next: Partial<Row>): Row => ({
  ...row,
  tries: 0,
  ...next,
})

export const refused = (row: Row, reason: RowReason): Row =>
  settled(
    row,
    row.state === 'testing' ? { state: 'tested', outcome: 'refused', reason } : { state: 'refused', reason },
  )
