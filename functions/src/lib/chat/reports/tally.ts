import * as z from 'zod'
import { recordOf } from '../../record-of.ts'
import type { LedgerRecord } from '../desk/ledger.ts'
import { type Closing, closings } from '../exchange.ts'

export const tally = z.object({
  asked: z.number().meta({ description: 'Waits that began.' }),
  ended: z.number().meta({ description: 'Waits that have ended, by an answer or a closing.' }),
  inTime: z.number().meta({ description: 'Answered by the deadline.' }),
  missed: z.number().meta({ description: 'Not ended by the deadline, whatever became of it afterwards.' }),
  share: z.number().nullable().meta({ description: '`inTime` of what was in time or missed, 0 to 1.' }),
  medianMinutes: z.number().nullable().meta({ description: 'From question to answer; no closings.' }),
  p90Minutes: z.number().nullable(),
})
export type Tally = z.infer<typeof tally>

export function tallyOf(records: readonly LedgerRecord[], now: Date): Tally {
  const answered = records.filter(({ how }) => how === 'answered')
  const missed = records.filter(({ endedAt = now, dueBy }) => endedAt > dueBy).length
  const inTime = answered.filter(({ endedAt = now, dueBy }) => endedAt <= dueBy).length
  const minutes = answered
    .map(({ arrivedAt, endedAt = now }) => (endedAt.getTime() - arrivedAt.getTime()) / 60_000)
    .sort((a, b) => a - b)
  return {
    asked: records.length,
    ended: records.filter(({ endedAt }) => endedAt).length,
    inTime,
    missed,
    share: inTime + missed === 0 ? null : inTime / (inTime + missed),
    medianMinutes: quantile(minutes, 0.5),
    p90Minutes: quantile(minutes, 0.9),
  }
}

export const closingsOf = (records: readonly LedgerRecord[]): Record<Closing, number> =>
  recordOf(closings, closing => records.filter(({ how }) => how === closing).length)

export const talliesBy = <Key extends string | null>(
  records: readonly LedgerRecord[],
  keyOf: (record: LedgerRecord) => Key,
  now: Date,
): (Tally & { key: Key })[] =>
  [...Map.groupBy(records, keyOf)]
    .map(([key, own]) => ({ key, ...tallyOf(own, now) }))
    .sort((a, b) => b.asked - a.asked || String(a.key).localeCompare(String(b.key)))

/** Interpolated, to a tenth. */
function quantile(sorted: readonly number[], share: number): number | null {
  const place = (sorted.length - 1) * share
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  if (below === undefined || above === undefined) return null
  return Math.round((below + (above - below) * (place % 1)) * 10) / 10
}
