import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { law } from '../../../../test/support/law.ts'
import { beginning, behindThreads, isNextDue, shareOfRun } from './full-round.ts'

const [hour, day] = [3_600_000, 24 * 3_600_000]
const week = 7 * day
const startedAt = new Date('2031-05-04T12:00:00Z')
const after = (milliseconds: number) => new Date(startedAt.getTime() + milliseconds)

law(
  'is never behind what its time says, ahead by little, and over when its time is',
  [fc.nat(100_000), fc.array(fc.integer({ min: 1, max: 12 * hour }), { minLength: 1, maxLength: 200 })],
  async (threads, pauses) => {
    let round = beginning(startedAt, threads, false)
    let elapsed = 0
    for (const pause of pauses) {
      elapsed += pause
      const share = shareOfRun(round, after(elapsed), week)
      const found = Math.min(share, threads - round.compared)
      const page = Array.from({ length: found }, (_, at) => ({ threadId: `${at}` }))
      const due = Math.min(threads, Math.ceil((threads * elapsed) / week))
      const before = round.compared
      round = behindThreads(round, page, share)
      expect(round.compared).toBeGreaterThanOrEqual(due)
      expect(round.compared).toBeLessThanOrEqual(Math.max(due, before + 10))
      if (elapsed >= week) expect(round.stage).toBe('records')
      if (round.stage !== 'threads') return
    }
  },
)

describe('a round', () => {
  const over = { ...beginning(startedAt, 5, false), stage: 'over' as const }

  it('at full speed, or of no time, takes all it can', () => {
    expect(shareOfRun(beginning(startedAt, 5, true), startedAt, week)).toBe(Number.POSITIVE_INFINITY)
    expect(shareOfRun(beginning(startedAt, 5, false), startedAt, 0)).toBe(Number.POSITIVE_INFINITY)
  })

  it.each([
    ['the first', undefined, 0, week, true],
    ['none beside another', { ...over, stage: 'records' as const }, 2 * week, week, false],
    ['none on the day of another', over, day - 1, week, false],
    ['one a day later', over, day, week, true],
    ['one in each run', over, 0, 0, true],
  ])('begins: %s', (_, round, elapsed, roundMs, expected) => {
    expect(isNextDue(round, after(elapsed), roundMs)).toBe(expected)
  })
})
