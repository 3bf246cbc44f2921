import fc from 'fast-check'
import { expect } from 'vitest'
import { law } from '../../../../test/support/law.ts'
import type { LedgerRecord } from '../desk/ledger.ts'
import { closings } from '../exchange.ts'
import { closingsOf, talliesBy, tallyOf } from './tally.ts'

const start = Date.parse('2026-11-01T00:00:00Z')
const minutes = (count: number) => new Date(start + count * 60_000)

const anyRecords: fc.Arbitrary<LedgerRecord[]> = fc.array(
  fc
    .record({
      arrived: fc.nat(10_000),
      answerWithin: fc.integer({ min: 1, max: 300 }),
      wait: fc.nat(600),
      how: fc.constantFrom(undefined, 'answered' as const, ...closings),
      teamId: fc.constantFrom(null, 'a', 'b'),
      channel: fc.constantFrom('chatapp', 'sms'),
    })
    .map(({ arrived, answerWithin, wait, how, teamId, channel }) => ({
      id: 'i',
      threadId: 't',
      propertyId: null,
      teamId,
      channel,
      arrivedAt: minutes(arrived),
      dueBy: minutes(arrived + answerWithin),
      ...(how && { how, by: 'u', endedAt: minutes(arrived + wait), inTime: wait <= answerWithin }),
    })),
  { maxLength: 60 },
)
const times = fc.nat(12_000).map(minutes)

law('a tally is what counting one by one comes to', [anyRecords, times], (records, now) => {
  const tally = tallyOf(records, now)
  let [asked, ended, inTime, missed] = [0, 0, 0, 0]
  for (const { how, endedAt, inTime: wasInTime, dueBy } of records) {
    asked += 1
    if (endedAt) ended += 1
    if (how === 'answered' && wasInTime) inTime += 1
    if (endedAt ? !wasInTime : now > dueBy) missed += 1
  }
  const share = inTime + missed > 0 ? inTime / (inTime + missed) : null
  expect(tally).toMatchObject({ asked, ended, inTime, missed, share })
})

law('half were answered within the median, nine in ten within the other', [anyRecords], records => {
  const { medianMinutes, p90Minutes } = tallyOf(records, minutes(0))
  const waits = records.flatMap(({ how, arrivedAt, endedAt }) =>
    how === 'answered' && endedAt ? [(endedAt.getTime() - arrivedAt.getTime()) / 60_000] : [],
  )
  const within = (limit: number | null, part: number) => {
    if (limit === null) return expect(waits).toEqual([])
    // Limits are rounded to a tenth.
    expect(waits.filter(wait => wait < limit - 0.05).length).toBeLessThanOrEqual(
      Math.ceil(waits.length * part),
    )
    expect(waits.filter(wait => wait > limit + 0.05).length).toBeLessThanOrEqual(
      Math.ceil(waits.length * (1 - part)),
    )
  }
  within(medianMinutes, 0.5)
  within(p90Minutes, 0.9)
})

law(
  'parts add up to the whole, most first, and closings stand apart',
  [anyRecords, times],
  (records, now) => {
    const whole = tallyOf(records, now)
    for (const parts of [
      talliesBy(records, one => one.teamId, now),
      talliesBy(records, one => one.channel, now),
    ]) {
      for (const name of ['asked', 'ended', 'inTime', 'missed'] as const)
        expect(parts.reduce((total, part) => total + part[name], 0)).toBe(whole[name])
      expect(parts.map(({ asked }) => asked)).toEqual(parts.map(({ asked }) => asked).sort((a, b) => b - a))
    }
    const closed = Object.values(closingsOf(records)).reduce((total, count) => total + count, 0)
    expect(closed + records.filter(({ how }) => how === 'answered').length).toBe(whole.ended)
  },
)
