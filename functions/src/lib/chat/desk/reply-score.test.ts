import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { law } from '../../../../test/support/law.ts'
import { replyScoreOf, type ScoredAsk } from './reply-score.ts'

const now = new Date('2026-11-30T12:00:00Z')
const hourMs = 60 * 60_000
const ago = (hours: number) => new Date(now.getTime() - hours * hourMs)

/** Messages of the last 60 days by their age in hours, and when something became of them. */
const asks: fc.Arbitrary<ScoredAsk[]> = fc.array(
  fc
    .record({
      age: fc.integer({ min: 0, max: 60 * 24 }),
      answered: fc.option(fc.integer({ min: 0, max: 72 })),
      noReply: fc.option(fc.integer({ min: 0, max: 72 }), { freq: 4 }),
    })
    .map(({ age, answered, noReply }) => ({
      at: ago(age),
      ...(answered !== null && { answeredAt: ago(age - answered) }),
      ...(noReply !== null && { noReplyAt: ago(age - noReply) }),
    })),
  { maxLength: 60 },
)

const lateHours = (ask: ScoredAsk, end: Date | undefined) =>
  end ? (end.getTime() - ask.at.getTime()) / hourMs : Number.POSITIVE_INFINITY

law('is the share of what was answered within a day, told by going through all', [asks], all => {
  const decided = all.filter(ask => {
    const isExcused = lateHours(ask, ask.noReplyAt) <= 24
    const isAnswered = lateHours(ask, ask.answeredAt) <= 24
    return !isExcused && (isAnswered || ask.at <= ago(24))
  })
  const newest = decided.sort((a, b) => +b.at - +a.at)
  let counting = newest.filter(({ at }) => at > ago(30 * 24))
  if (counting.length < 10) counting = newest.slice(0, 10)
  const { share, answered, counted } = replyScoreOf(all, now)
  expect(counted).toBe(counting.length)
  expect(answered).toBe(counting.filter(ask => lateHours(ask, ask.answeredAt) <= 24).length)
  expect(share).toBe(counted < 10 ? null : answered / counted)
})

law('does not depend on the order in which messages are told', [asks, fc.nat()], (all, seed) => {
  const shuffled = all.toSorted((a, b) => ((+a.at * seed) % 97) - ((+b.at * seed) % 97))
  // Of the same age, which of two is among the last ten says nothing.
  fc.pre(new Set(all.map(({ at }) => +at)).size === all.length)
  expect(replyScoreOf(shuffled, now)).toEqual(replyScoreOf(all, now))
})

law('gets no worse by an answer in time', [asks, fc.nat()], (all, which) => {
  fc.pre(all.length > 0)
  const at = which % all.length
  const better = all.map((ask, index) => (index === at ? { ...ask, answeredAt: ask.at } : ask))
  const [before, after] = [replyScoreOf(all, now), replyScoreOf(better, now)]
  if (before.share !== null && before.counted === after.counted)
    expect(after.answered).toBeGreaterThanOrEqual(before.answered)
})

describe('a reply score', () => {
  const many = (count: number, ask: (at: Date) => ScoredAsk, from = 48) =>
    Array.from({ length: count }, (_, index) => ask(ago(from + index)))
  const answered = (at: Date) => ({ at, answeredAt: at })
  const unanswered = (at: Date) => ({ at })

  it('is shown from the tenth message on', () => {
    expect(replyScoreOf(many(9, answered), now)).toEqual({ share: null, answered: 9, counted: 9 })
    expect(replyScoreOf(many(10, answered), now)).toEqual({ share: 1, answered: 10, counted: 10 })
  })

  it('looks further back than 30 days while there are fewer than ten, and no further', () => {
    const old = many(20, answered, 40 * 24)
    expect(replyScoreOf([...many(4, unanswered), ...old], now)).toEqual({
      ...{ share: 0.6, answered: 6, counted: 10 },
    })
    expect(replyScoreOf([...many(10, unanswered), ...old], now)).toMatchObject({ share: 0, counted: 10 })
  })

  it('knows an answer after exactly 24 hours as one in time, and none after that', () => {
    const after = (ms: number) =>
      replyScoreOf(
        many(10, at => ({ at, answeredAt: new Date(+at + ms) })),
        now,
      )
    expect(after(24 * hourMs)).toMatchObject({ share: 1 })
    expect(after(24 * hourMs + 1)).toMatchObject({ share: 0 })
  })

  it('leaves out what needed no reply, if that was said within 24 hours', () => {
    const excused = (hours: number) => (at: Date) => ({ at, noReplyAt: new Date(+at + hours * hourMs) })
    expect(replyScoreOf([...many(10, answered), ...many(5, excused(23))], now)).toMatchObject({ counted: 10 })
    expect(replyScoreOf([...many(10, answered), ...many(5, excused(25))], now)).toMatchObject({
      ...{ answered: 10, counted: 15 },
    })
  })

  it('waits for what may still be answered in time', () => {
    expect(replyScoreOf([...many(10, answered), ...many(3, unanswered, 1)], now)).toMatchObject({
      counted: 10,
    })
  })
})
