import { describe, expect, it } from 'vitest'
import { otaRate } from '../../../functions/test/support/offers.ts'
import {
  changedRows,
  changesOf,
  choosePlan,
  choosePrimary,
  chooseRoom,
  countMapped,
  draftOf,
  errorsByRow,
  redo,
  rowsOf,
} from './draft.ts'

type Ground = Parameters<typeof draftOf>[0]

const rate = (id: number, title: string, more: object = {}) => otaRate({ id, title, ...more })
const row = (otaRateId: number, occupancy: number, ratePlanId: string | null, primary = false) => ({
  otaRoomId: 1,
  otaRateId,
  otaRateName: 'Standard Rate',
  ratePlanId,
  occupancy,
  primary,
  score: 1,
  reasons: ['same name'],
  needsReview: false,
})
const plan = (id: string, roomId: string, occupancy: number, name = 'Standard Rate') => ({
  id,
  name,
  roomId,
  occupancy,
  canBeMapped: true,
})

const ground = (more: Partial<Ground> = {}): Ground => ({
  offer: {
    pricingType: 'OBP',
    rooms: [
      { id: 1, title: 'Double', rates: [rate(10, 'Standard Rate'), rate(11, 'Mobile', { derived: true })] },
    ],
  },
  rooms: [
    { id: 'a', name: 'Double', capacity: 2 },
    { id: 'b', name: 'Twin', capacity: 1 },
  ],
  ratePlans: [plan('a1', 'a', 1), plan('a2', 'a', 2), plan('b1', 'b', 1)],
  mapping: {
    rooms: [{ otaRoomId: 1, otaRoomName: 'Double', roomId: 'a', score: 1, reasons: [], needsReview: false }],
    ratePlans: [row(10, 1, 'a1'), row(10, 2, 'a2', true)],
  },
  ...more,
})

const linesOf = (draft: ReturnType<typeof draftOf>) =>
  rowsOf(draft).ratePlans.map(({ occupancy, ratePlanId, primary }) => [occupancy, ratePlanId, primary])

describe('a mapping while somebody changes it', () => {
  it('begins as it is stored', () => {
    const draft = draftOf(ground())
    expect(linesOf(draft)).toEqual([
      [1, 'a1', false],
      [2, 'a2', true],
    ])
    expect(countMapped(draft)).toEqual({ mapped: 1, total: 1 })
    expect(changesOf(draft, draft)).toEqual({ rooms: new Set(), ratePlans: new Set() })
  })

  it('has every room and rate of the offer, and none that the OTA or the property no longer has', () => {
    const { mapping } = ground()
    const orphan = { ...row(99, 1, 'a1', true), otaRoomId: 9 }
    const draft = draftOf(
      ground({
        offer: {
          pricingType: 'OBP',
          rooms: [
            { id: 1, title: 'Double', rates: [rate(10, 'Standard Rate')] },
            { id: 2, title: 'New', rates: [rate(20, 'Standard Rate')] },
          ],
        },
        ratePlans: [plan('a1', 'a', 1)],
        mapping: { ...mapping, ratePlans: [...mapping.ratePlans, orphan] },
      }),
    )
    expect(draft.rooms.map(({ otaRoomId, roomId }) => [otaRoomId, roomId])).toEqual([
      [1, 'a'],
      [2, null],
    ])
    expect(linesOf(draft)).toEqual([
      [1, 'a1', true],
      [2, null, false],
      [2, null, false],
    ])
  })

  it('marks for review a row whose room or plan the property no longer has', () => {
    const draft = draftOf(ground({ rooms: [], ratePlans: [plan('a1', 'a', 1)] }))
    expect(draft.rooms).toMatchObject([{ roomId: null, needsReview: true, score: 0 }])
    expect(draft.ratePlans).toMatchObject([
      { ratePlanId: 'a1', needsReview: false },
      { ratePlanId: null, needsReview: true },
    ])
  })

  it('takes the plans of the chosen room, up to its capacity', () => {
    const draft = chooseRoom(draftOf(ground()), 1, 'b', ground())
    expect(linesOf(draft)).toEqual([[1, 'b1', true]])
    const back = chooseRoom(draft, 1, 'a', ground())
    expect(linesOf(back)).toEqual([
      [1, 'a1', false],
      [2, 'a2', true],
    ])
    expect(linesOf(chooseRoom(back, 1, null, ground())).every(([, id]) => id === null)).toBe(true)
  })

  it('finds the plans of a rate by name, without regard to case and accents', () => {
    const rooms = [{ id: 1, title: 'Double', rates: [rate(10, 'Tarif Café'), rate(12, 'Standard Rate')] }]
    const names = [plan('a1', 'a', 1, 'tarif CAFE'), plan('a2', 'a', 2, 'Tarif (Cafe\u0301)')]
    const cafe = ground({ offer: { pricingType: 'OBP', rooms }, ratePlans: names })
    expect(linesOf(chooseRoom(draftOf(cafe), 1, 'a', cafe))).toEqual([
      [1, 'a1', false],
      [2, 'a2', true],
      [1, null, false],
      [2, null, false],
    ])
  })

  it('leaves a rate of another name open, although there is only one plan', () => {
    const rooms = [{ id: 1, title: 'Double', rates: [rate(10, 'Non-refundable')] }]
    const ours = ground({
      offer: { pricingType: 'OBP', rooms },
      ratePlans: [plan('b1', 'b', 1, 'Fully flexible')],
    })
    expect(linesOf(chooseRoom(draftOf(ours), 1, 'b', ours)).every(([, id]) => id === null)).toBe(true)
  })

  it('proposes no line that the API would refuse, and no plan if two plans fit', () => {
    const sold = [{ id: 1, title: 'Double', rates: [rate(10, 'Standard Rate', { occupancies: [2] })] }]
    const small = ground({ offer: { pricingType: 'OBP', rooms: sold } })
    expect(linesOf(chooseRoom(draftOf(small), 1, 'b', small))).toEqual([[2, null, false]])
    const twins = ground({ ratePlans: [plan('a1', 'a', 1), plan('a2', 'a', 2), plan('a3', 'a', 2)] })
    expect(linesOf(chooseRoom(draftOf(twins), 1, 'a', twins))).toEqual([
      [1, 'a1', true],
      [2, null, false],
    ])
  })

  it('keeps exactly one primary line', () => {
    const draft = draftOf(ground())
    const [one, two] = draft.ratePlans
    if (!one || !two) throw new Error('no rows')
    expect(linesOf(choosePlan(draft, two.key, null, ground()))).toEqual([
      [1, 'a1', true],
      [2, null, false],
    ])
    expect(linesOf(choosePrimary(draft, one.key))).toEqual([
      [1, 'a1', true],
      [2, 'a2', false],
    ])
  })

  it('repeats the user’s changes on a mapping that a colleague has changed', () => {
    const before = draftOf(ground())
    const [one] = before.ratePlans
    const mine = choosePlan(before, one?.key ?? '', null, ground())
    const { mapping } = ground()
    const theirs = ground({ mapping: { ...mapping, ratePlans: [row(10, 1, 'a1', true), row(10, 2, 'a2')] } })
    expect(linesOf(redo(changedRows(before, mine), theirs))).toEqual([
      [1, null, false],
      [2, 'a2', true],
    ])
  })

  it('shows an error at its row', () => {
    const draft = draftOf(ground())
    const errors = [
      { path: 'rooms.0.roomId', message: 'No such room.' },
      { path: 'ratePlans.1.ratePlanId', message: 'No such plan.' },
      { path: 'ratePlans', message: 'Nothing is mapped.' },
    ]
    expect([...errorsByRow(draft, errors)]).toEqual([
      ['1', 'No such room.'],
      [draft.ratePlans[1]?.key, 'No such plan.'],
    ])
  })
})
