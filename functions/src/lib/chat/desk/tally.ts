import { recordOf } from '../../record-of.ts'
import { type Closing, closings } from './exchange.ts'
import type { LedgerRecord } from './ledger.ts'

/** What became of some waits. Times are minutes by the clock; null where nothing was answered. */
export interface Tally {
  /** Waits that began. */
  asked: number
  /** Those of them that have ended, by an answer or a closing. */
  ended: number
  /** Answered by the deadline. */
  inTime: number
  /** Not ended by the deadline, whatever became of it afterwards. */
  missed: number
  /** `inTime` of what was in time or missed; null where there is neither. */
  share: number | null
  medianMinutes: number | null
  p90Minutes: number | null
}

/** The tally of some waits as they are now. */
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

/** How waits were closed without an answer of ours. */
export const closingsOf = (records: readonly LedgerRecord[]): Record<Closing, number> =>
  recordOf(closings, closing => records.filter(({ how }) => how === closing).length)

/** One tally for each value of a field, most waits first. */
export const talliesBy = <Key extends string | null>(
  records: readonly LedgerRecord[],
  keyOf: (record: LedgerRecord) => Key,
  now: Date,
): (Tally & { key: Key })[] =>
  [...Map.groupBy(records, keyOf)]
    .map(([key, own]) => ({ key, ...tallyOf(own, now) }))
    .sort((a, b) => b.asked - a.asked || String(a.key).localeCompare(String(b.key)))

/** Between the two nearest values where none stands at that place, to a tenth. */
function quantile(sorted: readonly number[], share: number): number | null {
  const place = (sorted.length - 1) * share
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  if (below === undefined || above === undefined) return null
  return Math.round((below + (above - below) * (place % 1)) * 10) / 10
}
