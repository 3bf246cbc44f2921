import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { law } from '../../../../test/support/law.ts'
import { anyLines, otaRate, placeOf } from '../../../../test/support/offers.ts'
import type { ChannelRate, OtaOffer, OtaRate } from '../channel-manager.ts'
import { type Difference, offerDifferences, rateDifferences } from './differences.ts'

const offer = (...rates: OtaRate[]): OtaOffer => ({
  pricingType: 'OBP',
  rooms: [{ id: 7, title: 'Double', rates }],
})
const rate = otaRate({ title: 'Rate 1' })
const renamed: OtaOffer = { ...offer(), rooms: [{ id: 7, title: 'Twin', rates: [] }] }
const repriced: OtaOffer = { ...offer(), pricingType: 'Standard' }
const texts = (before: OtaOffer, now: OtaOffer) => offerDifferences(before, now).map(({ text }) => text)

describe('a changed offer of the OTA', () => {
  it.each<[string, OtaOffer, OtaOffer, string]>([
    ['a room comes', { ...offer(), rooms: [] }, offer(), 'Room "Double" (7) is new.'],
    ['a room goes', offer(), { ...offer(), rooms: [] }, 'Room "Double" (7) is no longer offered.'],
    ['a room is renamed', offer(), renamed, 'Room "Double" (7) is called "Twin" now.'],
    ['a rate comes', offer(), offer(rate), 'Room "Double": rate "Rate 1" (1) is new.'],
    ['a rate goes', offer(rate), offer(), 'Room "Double": rate "Rate 1" (1) is no longer offered.'],
    ['the pricing changes', offer(), repriced, 'The hotel is priced as Standard now, before as OBP.'],
  ])('%s', (_, before, now, expected) => {
    expect(texts(before, now)).toEqual([expected])
  })

  it.each<[Partial<OtaRate>, string]>([
    [{ title: 'Flexible' }, 'is called "Flexible" now.'],
    [{ occupancies: [2] }, 'is sold for 2 guests now, before for 1, 2 guests.'],
    [{ maxPersons: null }, 'holds an unstated number of guests now, before at most 2 guests.'],
    [{ readonly: true }, 'is read-only now.'],
    [{ derived: true }, 'follows another rate now.'],
  ])('a rate is changed to %o', (change, expected) => {
    expect(texts(offer(rate), offer({ ...rate, ...change }))).toEqual([
      `Room "Double": rate "Rate 1" (1) ${expected}`,
    ])
  })
})

const anyRate = fc.record({
  id: fc.integer({ min: 1, max: 6 }),
  title: fc.constantFrom('Standard', 'Flexible'),
  maxPersons: fc.constantFrom(null, 1, 2),
  occupancies: fc.uniqueArray(fc.integer({ min: 1, max: 3 })),
  readonly: fc.boolean(),
  derived: fc.boolean(),
  pricing: fc.constantFrom('OBP', 'Standard'),
})
const anyRoom = fc.record({
  id: fc.integer({ min: 1, max: 6 }),
  title: fc.constantFrom('Double', 'Twin'),
  rates: fc.uniqueArray(anyRate, { selector: ({ id }) => id }),
})
const anyOffer: fc.Arbitrary<OtaOffer> = fc.record({
  pricingType: fc.constantFrom<'OBP' | 'Standard'>('OBP', 'Standard'),
  rooms: fc.uniqueArray(anyRoom, { selector: ({ id }) => id }),
})

/** The same offer in another order. */
const shuffled = (value: OtaOffer): OtaOffer => ({
  ...value,
  rooms: value.rooms
    .map(room => ({
      ...room,
      rates: room.rates.map(one => ({ ...one, occupancies: one.occupancies.toReversed() })).toReversed(),
    }))
    .toReversed(),
})
/** A text of the offer, whatever its order. */
const essence = ({ pricingType, rooms }: OtaOffer): string =>
  JSON.stringify([
    pricingType,
    rooms
      .map(room => [
        room.id,
        room.title,
        room.rates.map(one => Object.values({ ...one, occupancies: one.occupancies.toSorted() })).toSorted(),
      ])
      .toSorted(),
  ])

const opposite: Record<string, string> = {
  'room-added': 'room-removed',
  'room-removed': 'room-added',
  'rate-added': 'rate-removed',
  'rate-removed': 'rate-added',
  'line-added': 'line-removed',
  'line-removed': 'line-added',
}
const kinds = (differences: readonly (Pick<Difference, 'otaRoomId' | 'otaRateId'> & { kind: string })[]) =>
  differences.map(({ kind, otaRoomId, otaRateId }) => `${kind} ${otaRoomId} ${otaRateId}`).sort()

describe('offers in general', () => {
  law('differ exactly when something but their order does', [anyOffer, anyOffer], (a, b) => {
    expect(offerDifferences(a, b).length === 0).toBe(essence(a) === essence(b))
    expect(offerDifferences(a, shuffled(a))).toEqual([])
    expect(offerDifferences(a, shuffled(b))).toEqual(offerDifferences(a, b))
  })

  law('differ backwards as they do forwards', [anyOffer, anyOffer], (a, b) => {
    const back = offerDifferences(b, a).map(one => ({ ...one, kind: opposite[one.kind] ?? one.kind }))
    expect(kinds(offerDifferences(a, b))).toEqual(kinds(back))
  })
})

describe('mapping lines', () => {
  law('differ exactly in the lines that are not on the other side', [anyLines, anyLines], (a, b) => {
    const has = (list: ChannelRate[], line: ChannelRate) =>
      list.some(one => JSON.stringify(one) === JSON.stringify(line))
    const changed = new Set([...a.filter(one => !has(b, one)), ...b.filter(one => !has(a, one))].map(placeOf))
    const there = rateDifferences(a, b)
    expect(there.length === 0).toBe(changed.size === 0)
    expect(rateDifferences(a, b.toReversed())).toEqual(there)
    const back = rateDifferences(b, a).map(one => ({ ...one, kind: opposite[one.kind] ?? one.kind }))
    expect(kinds(there)).toEqual(kinds(back))
  })

  it('are described in words', () => {
    const line: ChannelRate = {
      channelManagerRatePlanId: 'plan-a',
      otaRoomId: 1,
      otaRateId: 2,
      occupancy: 2,
      pricingType: 'OBP',
      primary: true,
    }
    const now = { ...line, channelManagerRatePlanId: 'plan-b', primary: false }
    expect(rateDifferences([line], [now, { ...line, occupancy: 1 }]).map(({ text }) => text)).toEqual([
      'Room 1, rate 2 for 1 guest is mapped to rate plan plan-a.',
      'Room 1, rate 2 for 2 guests is mapped to rate plan plan-b, not plan-a.',
      'Room 1, rate 2 for 2 guests does not carry availability and restrictions.',
    ])
  })
})
