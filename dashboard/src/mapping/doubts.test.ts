import type { OtaId } from '@functions/lib/connection/ota-id.ts'
import { expect, test } from 'vitest'
import { chanceOf, choicesByRoom, doubtsIn, inOrderOfDoubt, nextDoubt, percentOf } from './doubts.ts'

test.each([
  [0.99, false, true, 'certain', 0.99],
  [1, false, true, 'certain', 0.99],
  [0.85, false, true, 'likely', undefined],
  [0.52, false, true, 'reviewed', undefined],
  [0.97, true, true, 'likely', undefined],
  [0.75, true, true, 'likely', undefined],
  [0.5, true, true, 'possible', undefined],
  [0.2, true, true, 'unlikely', undefined],
  [0.9, true, false, 'none', undefined],
] as const)(
  'a likelihood of %d (to review: %s, mapped: %s) is called %s',
  (score, needsReview, isMapped, word, percent) => {
    const row = { score, needsReview, reasons: ['both: balcony'] }
    const context = { isMapped, isMeasured: true, isFinal: false }
    expect(chanceOf(row, context)).toBe(word)
    if (word === 'certain') expect(chanceOf(row, { ...context, isMeasured: false })).toBe('likely')
    expect(percentOf(row, false)).toBe(percent)
  },
)

test('a choice of a person has no likelihood', () => {
  const row = { score: 1, needsReview: false, reasons: ['chosen by a person'] }
  expect(chanceOf(row, { isMapped: true, isMeasured: true, isFinal: true })).toBe('chosen')
  expect(percentOf(row, true)).toBeUndefined()
})

test('a row of a final mapping is reviewed, however likely it was, until it needs eyes again', () => {
  const context = { isMapped: true, isMeasured: true, isFinal: true }
  for (const score of [0.2, 0.6, 0.8, 0.99]) {
    const row = { score, needsReview: false, reasons: ['both: balcony'] }
    expect(chanceOf(row, context)).toBe('reviewed')
    expect(chanceOf(row, { ...context, isMapped: false })).toBe('reviewed')
    expect(percentOf(row, true)).toBeUndefined()
    expect(chanceOf({ ...row, needsReview: true }, context)).not.toBe('reviewed')
  }
})

const row = (otaRoomId: number, score: number, needsReview: boolean) => ({
  otaRoomId,
  otaRoomName: `Room ${otaRoomId}`,
  roomId: 'r',
  score,
  needsReview,
  reasons: [],
})
const rate = (otaRoomId: number, score: number, needsReview: boolean) => ({
  key: `${otaRoomId}`,
  otaRoomId,
  otaRateId: 1,
  otaRateName: 'Rate',
  ratePlanId: 'p',
  occupancy: 2,
  primary: true,
  score,
  needsReview,
  reasons: [],
})

test('a room is as doubtful as its least likely row to review', () => {
  const rooms = [row(1, 0.99, false), row(2, 0.6, true), row(3, 0.99, false), row(4, 0.1, false)]
  const doubts = doubtsIn({ rooms, ratePlans: [rate(2, 0.7, true), rate(3, 0.4, true), rate(1, 0.2, false)] })
  expect(doubts).toEqual(
    new Map([
      [2, 0.6],
      [3, 0.4],
    ]),
  )
  expect(inOrderOfDoubt(rooms, doubts).map(({ otaRoomId }) => otaRoomId)).toEqual([3, 2, 1, 4])
})

test('the text of a room’s choices changes with a room, plan, occupancy or primary line', () => {
  const draft = (more: object = {}) => ({
    rooms: [row(1, 0.5, true)],
    ratePlans: [{ ...rate(1, 1, false), ...more }],
  })
  const of = (more?: object) => choicesByRoom(draft(more)).get(1)
  expect(of({ score: 0, needsReview: true })).toBe(of())
  for (const more of [{ ratePlanId: null }, { occupancy: 3 }, { primary: false }])
    expect(of(more)).not.toBe(of())
  const [room] = draft().rooms
  expect(
    choicesByRoom({ ...draft(), rooms: [{ ...row(1, 0.5, true), ...room, roomId: null }] }).get(1),
  ).not.toBe(of())
})

test('the next doubt is the one after, then the first that is left', () => {
  const rooms = [1, 2, 3, 4].map(otaRoomId => ({ otaRoomId }))
  const open =
    (...ids: OtaId[]) =>
    (id: OtaId) =>
      ids.includes(id)
  expect(nextDoubt(rooms, open(2, 4))).toBe(2)
  expect(nextDoubt(rooms, open(2, 4), 2)).toBe(4)
  expect(nextDoubt(rooms, open(2), 3)).toBe(2)
  expect(nextDoubt(rooms, open(), 3)).toBeUndefined()
})
