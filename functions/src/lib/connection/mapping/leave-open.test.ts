import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Mapping } from '../model.ts'
import { leaveOpen, possibleFrom } from './leave-open.ts'
import { summarizeMapping } from './map-offer.ts'
import { pairOf } from './rate-lines.ts'

const opinion = { reasons: ['r'], needsReview: false }
const room = (otaRoomId: number, score: number) => ({
  otaRoomId,
  otaRoomName: `Room ${otaRoomId}`,
  roomId: `ours-${otaRoomId}`,
  score,
  ...opinion,
})
const rate = (otaRoomId: number, otaRateId: number, occupancy: number, score: number) => ({
  otaRoomId,
  otaRateId,
  otaRateName: 'Rate',
  ratePlanId: `p${otaRoomId}-${otaRateId}-${occupancy}`,
  occupancy,
  primary: occupancy === 2,
  score,
  ...opinion,
})
const mapping = (rooms: Mapping['rooms'], ratePlans: Mapping['ratePlans']): Mapping => ({ rooms, ratePlans })

it('a likely mapping stays as it is', () => {
  const likely = mapping([room(1, 0.5)], [rate(1, 1, 1, 0.8), rate(1, 1, 2, 1)])
  expect(leaveOpen(likely)).toEqual(likely)
})

it('an unlikely room stays open with all its rates, for review', () => {
  const { rooms, ratePlans } = leaveOpen(
    mapping([room(1, 0.4), room(2, 1)], [rate(1, 1, 2, 1), rate(2, 1, 2, 1)]),
  )
  expect(rooms.map(({ roomId, needsReview }) => [roomId, needsReview])).toEqual([
    [null, true],
    ['ours-2', false],
  ])
  expect(rooms[0]?.reasons.at(-1)).toMatch(/unlikely/)
  expect(ratePlans[0]).toMatchObject({
    ratePlanId: null,
    primary: false,
    needsReview: true,
    reasons: ['the room is not mapped'],
  })
  expect(ratePlans[1]?.ratePlanId).toBe('p2-1-2')
})

it('an unlikely rate stays open for every number of guests', () => {
  const { ratePlans } = leaveOpen(
    mapping([room(1, 1)], [rate(1, 1, 1, 0.9), rate(1, 1, 2, 0.1), rate(1, 2, 2, 1)]),
  )
  expect(ratePlans.map(({ ratePlanId }) => ratePlanId)).toEqual([null, null, 'p1-2-2'])
})

it('any mapping keeps every row, and maps only likely pairs, each with one primary row', () => {
  const score = fc.double({ min: 0, max: 1, noNaN: true })
  const rooms = fc.array(fc.record({ score, rates: fc.array(fc.tuple(score, score), { maxLength: 3 }) }), {
    maxLength: 4,
  })
  fc.assert(
    fc.property(rooms, given => {
      const before = mapping(
        given.map((one, at) => room(at, one.score)),
        given.flatMap(({ rates }, at) =>
          rates.flatMap(([one, two], number) => [rate(at, number, 1, one), rate(at, number, 2, two)]),
        ),
      )
      const after = leaveOpen(before)
      const mapped = after.ratePlans.filter(({ ratePlanId }) => ratePlanId !== null)
      for (const row of [...mapped, ...after.rooms.filter(({ roomId }) => roomId !== null)])
        expect(row.score).toBeGreaterThanOrEqual(possibleFrom)
      for (const rows of Map.groupBy(mapped, pairOf).values())
        expect(rows.filter(({ primary }) => primary)).toHaveLength(1)
      expect(after.ratePlans.map(pairOf)).toEqual(before.ratePlans.map(pairOf))
      expect(summarizeMapping(after).total).toBe(summarizeMapping(before).total)
    }),
  )
})
