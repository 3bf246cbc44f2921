import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { otaRate } from '../../../../test/support/offers.ts'
import type { OtaOffer, OtaRate } from '../channel-manager.ts'
import type { RatePlan, Room } from '../model.ts'
import type { OtaId } from '../ota-id.ts'
import { mapOffer, summarizeMapping, toChannelRates } from './map-offer.ts'
import { normalize } from './words/plain-text.ts'

const names = ['Double Room', 'double room', 'Twin Room', 'Süite', 'Suite']
const rateNames = ['Standard Rate', 'standard rate', 'Weekly', 'Genius']
const occupancy = fc.integer({ min: 1, max: 6 })

const rate = fc.record({
  title: fc.constantFrom(...rateNames),
  maxPersons: fc.option(occupancy),
  occupancies: fc.uniqueArray(occupancy, { maxLength: 4 }),
  readonly: fc.boolean(),
  derived: fc.boolean(),
})

/** Offers with unique ids, as the OTA's are. */
const offers = fc
  .record({
    pricingType: fc.constantFrom('OBP' as const, 'Standard' as const),
    rooms: fc.array(
      fc.record({ title: fc.constantFrom(...names), rates: fc.array(rate, { maxLength: 4 }) }),
      { maxLength: 5 },
    ),
  })
  .map(
    ({ pricingType, rooms }): OtaOffer => ({
      pricingType,
      rooms: rooms.map((room, position) => ({
        ...room,
        id: 100 + position,
        rates: room.rates.map(
          (one, index): OtaRate => ({ ...one, id: 1000 + position * 10 + index, pricing: pricingType }),
        ),
      })),
    }),
  )

const properties = fc
  .array(
    fc.record({
      name: fc.constantFrom(...names),
      capacity: fc.option(occupancy),
      plans: fc.array(fc.record({ name: fc.constantFrom(...rateNames), occupancy, isKnown: fc.boolean() }), {
        maxLength: 5,
      }),
    }),
    { maxLength: 5 },
  )
  .map(all => {
    const rooms = all.map(
      ({ name, capacity }, position): Room => ({ id: `room-${position}`, name, capacity }),
    )
    const ratePlans = all.flatMap(({ plans }, position) =>
      plans.map(
        ({ name, occupancy: guests, isKnown }, index): RatePlan => ({
          id: `plan-${position}-${index}`,
          name,
          roomId: `room-${position}`,
          occupancy: guests,
          channelManagerRatePlanId: isKnown ? `cm-${position}-${index}` : null,
        }),
      ),
    )
    return { rooms, ratePlans }
  })

/** Mapped once for all laws. */
let examples: ReturnType<typeof mapped>[] = []
beforeAll(() => {
  examples = fc
    .sample(fc.tuple(offers, properties), 400)
    .map(([offer, { rooms, ratePlans }]) => mapped(offer, rooms, ratePlans))
})

const always = (title: string, check: (one: ReturnType<typeof mapped>) => void) =>
  it(title, () => {
    for (const one of examples)
      try {
        check(one)
      } catch (error) {
        const { offer, rooms, ratePlans } = one
        throw new Error(`It does not hold for ${JSON.stringify({ offer, rooms, ratePlans })}`, {
          cause: error,
        })
      }
  })

function mapped(offer: OtaOffer, rooms: Room[], ratePlans: RatePlan[]) {
  const mapping = mapOffer(offer, rooms, ratePlans)
  const sent = toChannelRates(mapping, offer, ratePlans)
  const otaRate = (roomId: OtaId, rateId: OtaId) =>
    offer.rooms.find(room => room.id === roomId)?.rates.find(one => one.id === rateId)
  return { offer, rooms, ratePlans, mapping, sent, otaRate }
}

const pairOf = ({ otaRoomId, otaRateId }: { otaRoomId: OtaId; otaRateId: OtaId }) =>
  `${otaRoomId}/${otaRateId}`

describe('the mapping of any offer to any property', () => {
  always('lists every room of the OTA, in its order', ({ offer, mapping }) => {
    expect(mapping.rooms.map(row => row.otaRoomId)).toEqual(offer.rooms.map(room => room.id))
  })

  always(
    'lists every rate that can be mapped, and no read-only or derived one',
    ({ offer, mapping, sent, otaRate }) => {
      const mappable = offer.rooms.flatMap(room =>
        room.rates.filter(one => !one.readonly && !one.derived).map(one => `${room.id}/${one.id}`),
      )
      expect(new Set(mapping.ratePlans.map(pairOf))).toEqual(new Set(mappable))
      for (const { otaRoomId, otaRateId } of sent)
        expect(otaRate(otaRoomId, otaRateId)).toMatchObject({ readonly: false, derived: false })
    },
  )

  always(
    'has one primary row for each mapped pair, none for the others, and sends the same',
    ({ mapping, sent }) => {
      for (const rows of Map.groupBy(mapping.ratePlans, pairOf).values()) {
        const isMapped = rows.some(row => row.ratePlanId !== null)
        expect(rows.filter(row => row.primary)).toHaveLength(isMapped ? 1 : 0)
        expect(rows.filter(row => row.primary && row.ratePlanId === null)).toEqual([])
      }
      for (const rows of Map.groupBy(sent, pairOf).values())
        expect(rows.filter(row => row.primary)).toHaveLength(1)
    },
  )

  always(
    'sells no row to more guests than the rate or the room holds, and no occupancy twice',
    ({ sent, mapping, otaRate, rooms, offer }) => {
      for (const row of mapping.ratePlans.filter(one => one.ratePlanId !== null)) {
        const room = rooms.find(
          one => one.id === mapping.rooms.find(other => other.otaRoomId === row.otaRoomId)?.roomId,
        )
        expect(row.occupancy).toBeLessThanOrEqual(otaRate(row.otaRoomId, row.otaRateId)?.maxPersons ?? 99)
        expect(row.occupancy).toBeLessThanOrEqual(room?.capacity ?? 99)
        expect(row.occupancy).toBeGreaterThan(0)
      }
      for (const rows of Map.groupBy(sent, pairOf).values()) {
        expect(new Set(rows.map(row => row.occupancy)).size).toBe(rows.length)
        if (offer.pricingType === 'Standard') expect(rows).toHaveLength(1)
      }
    },
  )

  always(
    'never guesses: names agree, and are the only ones that do',
    ({ mapping, rooms, offer, ratePlans }) => {
      const count = (all: string[], name: string) =>
        all.filter(one => normalize(one) === normalize(name)).length
      const [ours, theirs] = [rooms.map(room => room.name), offer.rooms.map(room => room.title)]
      for (const row of mapping.rooms.filter(one => one.roomId !== null)) {
        const name = rooms.find(room => room.id === row.roomId)?.name ?? ''
        expect(normalize(name)).toBe(normalize(row.otaRoomName))
        expect([count(ours, row.otaRoomName), count(theirs, row.otaRoomName)]).toEqual([1, 1])
      }
      for (const row of mapping.ratePlans.filter(one => one.ratePlanId !== null)) {
        const plan = ratePlans.find(one => one.id === row.ratePlanId)
        const sameName = normalize(plan?.name ?? '') === normalize(row.otaRateName)
        expect(sameName || row.needsReview).toBe(true)
        expect(plan?.roomId).toBe(mapping.rooms.find(one => one.otaRoomId === row.otaRoomId)?.roomId)
        expect(plan?.channelManagerRatePlanId).toBeTruthy()
      }
    },
  )

  always('gives a reason for everything, and marks for review whatever is open', ({ mapping }) => {
    for (const row of [...mapping.rooms, ...mapping.ratePlans]) {
      expect(row.reasons.length).toBeGreaterThan(0)
      expect(row.score).toBeGreaterThanOrEqual(0)
      expect(row.score).toBeLessThanOrEqual(1)
    }
    for (const row of mapping.rooms) expect(row.needsReview || row.roomId !== null).toBe(true)
    for (const row of mapping.ratePlans) expect(row.needsReview || row.ratePlanId !== null).toBe(true)
  })

  always(
    'is the same every time, whatever the order of our rooms and rate plans',
    ({ offer, rooms, ratePlans, mapping }) => {
      expect(mapOffer(offer, rooms, ratePlans)).toEqual(mapping)
      expect(mapOffer(offer, rooms.toReversed(), ratePlans)).toEqual(mapping)
    },
  )

  always('is summed up by pairs', ({ mapping, sent, offer }) => {
    const { total, mapped: done, needsReview } = summarizeMapping(mapping)
    expect(total).toBe(
      offer.rooms.flatMap(room => room.rates.filter(one => !one.readonly && !one.derived)).length,
    )
    expect(done).toBe(new Set(sent.map(pairOf)).size)
    expect(needsReview).toBeGreaterThanOrEqual(total - done)
    expect(needsReview).toBeLessThanOrEqual(total)
  })
})

describe('a mapping by example', () => {
  const plan = (name: string, guests: number): RatePlan => ({
    id: `${name} ${guests}`,
    name,
    roomId: 'Twin',
    occupancy: guests,
    channelManagerRatePlanId: `cm ${guests}`,
  })
  const forTwo = plan('Standard Rate', 2)
  /** Rows of the rates of a twin room. */
  function rowsOf(
    rates: Partial<OtaRate>[],
    plans: RatePlan[] = [forTwo],
    pricingType: OtaOffer['pricingType'] = 'OBP',
  ) {
    const all = rates.map((one, index) => otaRate({ id: index + 1, pricing: pricingType, ...one }))
    const offer = { pricingType, rooms: [{ id: 1, title: 'Twin', rates: all }] }
    return mapOffer(offer, [{ id: 'Twin', name: 'Twin', capacity: 2 }], plans).ratePlans
  }

  it('leaves open a number of guests that no plan is for, rather than take the price of a larger party', () => {
    const rows = rowsOf([{}])
    expect(rows.map(row => [row.occupancy, row.ratePlanId, row.primary, row.needsReview])).toEqual([
      [1, null, false, true],
      [2, forTwo.id, true, false],
    ])
    expect(rows[0]?.reasons).toEqual(['no rate plan is for 1 guest: make one, or choose one'])
  })

  it('names a plan that fits but that the channel manager has not got', () => {
    const unknown = { ...forTwo, channelManagerRatePlanId: null }
    const reasons = ['"Standard Rate" of ours fits, but the channel manager has not got it: create it there']
    expect(rowsOf([{ occupancies: [2] }], [unknown])).toMatchObject([
      { occupancy: 2, ratePlanId: null, needsReview: true, reasons },
    ])
  })

  it('takes plans that differ by the guests in their name as one rate', () => {
    const plans = [plan('Flexible 1 guest', 1), plan('Flexible 2 guests', 2)]
    const rows = rowsOf([{ title: 'Flexible Rate' }], plans)
    expect(rows.map(row => [row.occupancy, row.ratePlanId, row.needsReview])).toEqual(
      plans.map(({ occupancy: guests, id }) => [guests, id, false]),
    )
  })

  it('does not choose between two rates of one name', () => {
    expect(rowsOf([{}, {}]).every(row => row.ratePlanId === null && row.needsReview)).toBe(true)
  })

  it('takes the only plan for the only rate under another name, for review', () => {
    const row = rowsOf([{ title: 'Basic' }]).find(({ occupancy: guests }) => guests === 2)
    expect(row).toMatchObject({ ratePlanId: forTwo.id, needsReview: true })
  })

  it('sells a Standard rate to as many guests as our plan is for', () => {
    const rows = rowsOf([{ occupancies: [], maxPersons: null }], [forTwo], 'Standard')
    expect(rows.map(row => [row.occupancy, row.primary])).toEqual([[2, true]])
  })
})
