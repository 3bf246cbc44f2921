import { describe, expect, it } from 'vitest'
import type { OtaOffer } from '../channel-manager.ts'
import type { Mapping } from '../model.ts'
import { asBefore, withoutRooms } from './as-before.ts'
import { mappingErrors } from './check-mapping.ts'

const rate = (id: number, title = 'Standard', more = {}) => ({
  id,
  title,
  maxPersons: 2,
  occupancies: [1, 2],
  readonly: false,
  derived: false,
  pricing: 'OBP',
  ...more,
})
const garden = (...rates: ReturnType<typeof rate>[]) => ({ id: 1, title: 'Garden Room', rates })
const sea = { id: 2, title: 'Sea Room', rates: [rate(21)] }
const offer: OtaOffer = { pricingType: 'OBP', rooms: [garden(rate(11), rate(12, 'Weekly')), sea] }
const rooms = ['a', 'b'].map(id => ({ id, name: `Room ${id}`, capacity: 2 }))
const plan = (id: string, roomId: string, occupancy: number) => ({
  id,
  name: 'Best',
  roomId,
  occupancy,
  channelManagerRatePlanId: `cm-${id}`,
})
const ratePlans = [plan('a1', 'a', 1), plan('a2', 'a', 2), plan('b2', 'b', 2)]
const ground = { offer, rooms, ratePlans }

const opinion = { score: 0.4, reasons: ['chosen by hand'], needsReview: false }
const roomRow = (otaRoomId: number, otaRoomName: string, roomId: string | null) => ({
  otaRoomId,
  otaRoomName,
  roomId,
  ...opinion,
})
const rateRow = (otaRoomId: number, otaRateId: number, ratePlanId: string | null, occupancy: number) => ({
  otaRoomId,
  otaRateId,
  otaRateName: 'Standard',
  ratePlanId,
  occupancy,
  primary: occupancy === 2,
  ...opinion,
})
const before: Mapping = {
  rooms: [roomRow(1, 'Garden Room', 'b'), roomRow(2, 'Sea Room', 'a')],
  ratePlans: [rateRow(1, 11, 'b2', 2), rateRow(2, 21, 'a1', 1), rateRow(2, 21, 'a2', 2)],
}

const roomsKept = (mapping: Mapping, on: typeof ground = ground) =>
  asBefore(mapping, on).rooms.map(({ otaRoomId, roomId }) => [otaRoomId, roomId])

describe('an earlier mapping of the same hotel', () => {
  it('is proposed again, marked for review, with rates that were not mapped left open', () => {
    const { rooms: roomRows, ratePlans: rows } = asBefore(before, ground)
    expect(roomRows.map(({ roomId, reasons, needsReview }) => [roomId, reasons, needsReview])).toEqual([
      ['b', ['as before'], true],
      ['a', ['as before'], true],
    ])
    expect(rows.map(row => [row.otaRateId, row.ratePlanId, row.occupancy, row.primary])).toEqual([
      [11, 'b2', 2, true],
      [12, null, 2, false],
      [21, 'a1', 1, false],
      [21, 'a2', 2, true],
    ])
  })

  it.each<[string, typeof ground, Mapping]>([
    [
      'is called otherwise now',
      ground,
      { ...before, rooms: [roomRow(1, 'Suite', 'b'), ...before.rooms.slice(1)] },
    ],
    ['has no room of ours any more', { ...ground, rooms: rooms.slice(0, 1) }, before],
    ['lost a rate plan', { ...ground, ratePlans: ratePlans.slice(0, 2) }, before],
    [
      'has no rate any more but one that became read-only',
      { ...ground, offer: { ...offer, rooms: [garden(rate(11, 'Standard', { readonly: true })), sea] } },
      before,
    ],
  ])('leaves to the matching a room that %s', (_, on, mapping) => {
    expect(roomsKept(mapping, on)).toEqual([[2, 'a']])
  })

  const both: Mapping = { ...before, ratePlans: [...before.ratePlans, rateRow(1, 12, 'b3', 1)] }
  both.ratePlans.push({ ...rateRow(1, 12, 'b2', 2), otaRateName: 'Weekly' })
  const roomy = { ...ground, ratePlans: [...ratePlans, plan('b3', 'b', 1)] }
  const offering = (...rates: ReturnType<typeof rate>[]) => ({
    ...roomy,
    offer: { ...offer, rooms: [garden(...rates), sea] },
  })
  const weekly = rate(12, 'Weekly')
  const ofWeekly = [
    [12, 'b3'],
    [12, 'b2'],
  ]
  it.each<[string, typeof ground, unknown[]]>([
    ['nothing has changed', roomy, [[11, 'b2'], ...ofWeekly]],
    ['a rate became read-only', offering(rate(11, 'Standard', { readonly: true }), weekly), ofWeekly],
    ['a rate has gone', offering(weekly), ofWeekly],
    [
      'a rate is for fewer guests',
      offering(rate(11, 'Standard', { maxPersons: 1 }), weekly),
      [[11, null], ...ofWeekly],
    ],
    [
      'a rate plan has gone',
      ground,
      [
        [11, 'b2'],
        [12, null],
      ],
    ],
  ])('keeps a room with the rates that still fit where %s', (_, on, expected) => {
    const proposal = asBefore(both, on)
    expect(proposal.rooms.map(({ roomId }) => roomId)).toEqual(['b', 'a'])
    const rows = proposal.ratePlans.filter(row => row.otaRoomId === 1)
    expect(rows.map(row => [row.otaRateId, row.ratePlanId])).toEqual(expected)
    expect(rows.filter(row => row.ratePlanId === null).flatMap(row => row.reasons)).toEqual(
      expected.flatMap(row => ((row as unknown[])[1] === null ? ['does not fit as before'] : [])),
    )
    expect(mappingErrors(proposal, on)).toEqual([])
  })

  it('leaves out a room that the OTA no longer has', () => {
    const fewer = { ...ground, offer: { ...offer, rooms: offer.rooms.slice(1) } }
    expect(roomsKept(before, fewer)).toEqual([[2, 'a']])
  })

  it('leaves only the other rooms to the matching', () => {
    const proposal = { rooms: before.rooms.slice(0, 1) }
    expect(withoutRooms(offer, proposal).rooms.map(({ id }) => id)).toEqual([2])
  })
})
