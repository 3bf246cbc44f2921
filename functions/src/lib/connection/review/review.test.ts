import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { law } from '../../../../test/support/law.ts'
import { anyLine, anyLines, otaRate } from '../../../../test/support/offers.ts'
import type { ChannelRate, OtaOffer, OtaRate } from '../channel-manager.ts'
import { mappingErrors } from '../choosing/check-mapping.ts'
import { choicesOf, composeMapping, type MappingRows, opinionUnder } from '../choosing/compose-mapping.ts'
import { summarizeMapping, toChannelRates } from '../mapping/map-offer.ts'
import { hasLines, mappingDifference } from '../mapping/mapping-difference.ts'
import { pairOf } from '../mapping/rate-lines.ts'
import type { Mapping, RatePlan, Room } from '../model.ts'

const rooms: Room[] = [
  { id: 'small', name: 'Small', capacity: 2 },
  { id: 'large', name: 'Large', capacity: 4 },
  { id: 'open', name: 'Open' },
]
const ratePlans: RatePlan[] = rooms.flatMap(room =>
  [1, 2, 4].map(occupancy => ({
    id: `${room.id}-${occupancy}`,
    name: `Rate for ${occupancy}`,
    roomId: room.id,
    occupancy,
    // The channel manager does not know this plan.
    ...(room.id === 'open' && occupancy === 4
      ? {}
      : { channelManagerRatePlanId: `cm-${room.id}-${occupancy}` }),
  })),
)

const rate = fc.record({
  maxPersons: fc.constantFrom(null, 2, 4),
  occupancies: fc.constantFrom<number[][]>([], [1, 2], [2, 4]),
  readonly: fc.constantFrom(false, false, true),
  derived: fc.constantFrom(false, false, true),
})
const offer: fc.Arbitrary<OtaOffer> = fc
  .record({
    pricingType: fc.constantFrom('OBP', 'Standard'),
    rooms: fc.array(fc.array(rate, { maxLength: 3 }), { minLength: 1, maxLength: 3 }),
  })
  .map(({ pricingType, rooms: list }) => ({
    pricingType,
    rooms: list.map((rates, at) => ({
      id: at + 1,
      title: `OTA room ${at + 1}`,
      rates: rates.map(
        (one, position): OtaRate => ({
          ...one,
          id: position + 1,
          title: `OTA rate ${position + 1}`,
          pricing: pricingType,
          ...(pricingType === 'Standard' && { occupancies: [] }),
        }),
      ),
    })),
  }))

const small = fc.integer({ min: 1, max: 4 })
const rows: fc.Arbitrary<MappingRows> = fc.record({
  rooms: fc.array(
    fc.record({ otaRoomId: small, roomId: fc.constantFrom(null, 'small', 'large', 'open', 'nobody') }),
    { maxLength: 4 },
  ),
  ratePlans: fc.array(
    fc.record({
      otaRoomId: small,
      otaRateId: small,
      ratePlanId: fc.constantFrom(null, 'nobody', ...ratePlans.map(({ id }) => id)),
      occupancy: fc.constantFrom(null, 1, 2, 4, 5),
      primary: fc.boolean(),
    }),
    { maxLength: 6 },
  ),
})

/** Lawful rows for an offer: what a careful person might choose. */
const lawful = offer
  .chain(of =>
    fc
      .record({
        choice: fc.array(fc.constantFrom(null, 'small', 'large', 'open'), { minLength: 3, maxLength: 3 }),
        takes: fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }),
      })
      .map(({ choice, takes }) => {
        const roomRows = of.rooms.map(({ id }, at) => ({ otaRoomId: id, roomId: choice[at] ?? null }))
        const rateRows = of.rooms.flatMap((otaRoom, at) => {
          const room = rooms.find(({ id }) => id === choice[at])
          return otaRoom.rates.flatMap((one, number) => {
            if (!room || one.readonly || one.derived || !takes[at * 3 + number]) return []
            const most = Math.min(one.maxPersons ?? 9, room.capacity ?? 9)
            const sold = (one.occupancies.length > 0 ? one.occupancies : [1, 2]).filter(
              guests => guests <= most,
            )
            const occupancies = of.pricingType === 'Standard' ? sold.slice(-1) : sold
            return occupancies.map((occupancy, position) => ({
              otaRoomId: otaRoom.id,
              otaRateId: one.id,
              ratePlanId: `${room.id}-${occupancy === 4 && room.id === 'open' ? 2 : occupancy}`,
              occupancy,
              primary: position === occupancies.length - 1,
            }))
          })
        })
        return { offer: of, rows: { rooms: roomRows, ratePlans: rateRows } }
      }),
  )
  // Rows that map nothing are never lawful.
  .filter(({ rows: { ratePlans: mapped } }) => mapped.length > 0)

const nothing: Mapping = { rooms: [], ratePlans: [] }
const composed = (of: OtaOffer, sent: MappingRows, stored = nothing, finalize = false) =>
  composeMapping({ rows: sent, stored, offer: of, finalize })

/** The rules of the channel manager and ours, checked on the rows to be written. */
function isLawful({ rooms: roomRows, ratePlans: rateRows }: MappingRows, of: OtaOffer): boolean {
  const mapped = rateRows.filter(({ ratePlanId }) => ratePlanId !== null)
  const roomsOnce = new Set(roomRows.map(({ otaRoomId }) => otaRoomId)).size === roomRows.length
  const roomsKnown = roomRows.every(
    ({ otaRoomId, roomId }) =>
      roomId === null ||
      (of.rooms.some(({ id }) => id === otaRoomId) && rooms.some(({ id }) => id === roomId)),
  )
  const lines = mapped.every(row => {
    const one = of.rooms.find(({ id }) => id === row.otaRoomId)?.rates.find(({ id }) => id === row.otaRateId)
    const plan = ratePlans.find(({ id }) => id === row.ratePlanId)
    const room = rooms.find(
      ({ id }) => id === roomRows.findLast(({ otaRoomId }) => otaRoomId === row.otaRoomId)?.roomId,
    )
    if (!one || !plan?.channelManagerRatePlanId || !room || row.occupancy === null) return false
    const isSold =
      of.pricingType !== 'OBP' || one.occupancies.length === 0 || one.occupancies.includes(row.occupancy)
    return (
      !one.readonly &&
      !one.derived &&
      plan.roomId === room.id &&
      row.occupancy <= (one.maxPersons ?? 99) &&
      row.occupancy <= (room.capacity ?? 99) &&
      isSold
    )
  })
  const pairs = [...Map.groupBy(mapped, pairOf).values()].every(
    members =>
      members.filter(({ primary }) => primary).length === 1 &&
      new Set(members.map(({ occupancy }) => occupancy)).size === members.length &&
      (of.pricingType === 'OBP' || members.length === 1),
  )
  return mapped.length > 0 && roomsOnce && roomsKnown && lines && pairs
}

describe('a mapping that somebody sends', () => {
  law(
    'is refused exactly when it breaks a rule, with one entry for each bad row',
    [rows, offer],
    (sent, of) => {
      const errors = mappingErrors(sent, { offer: of, rooms, ratePlans })
      expect(errors.length === 0).toBe(isLawful(sent, of))
      const bad = errors.map(({ path }) => path.split('.').slice(0, 2).join('.'))
      expect(new Set(bad).size).toBe(bad.length)
      for (const { path, message } of errors) {
        expect(path).toMatch(/^((rooms|ratePlans)\.\d+\.\w+|ratePlans)$/)
        expect(message).toMatch(/^[A-Z"].*\.$/)
      }
    },
    { numRuns: 2_000 },
  )

  law(
    'is never refused if it is lawful',
    [lawful],
    ({ offer: of, rows: sent }) => {
      expect(mappingErrors(sent, { offer: of, rooms, ratePlans })).toEqual([])
    },
    { numRuns: 500 },
  )
})

describe('an error of a mapping', () => {
  const rate = { maxPersons: 4, occupancies: [1, 4] }
  const rates = [
    otaRate({ ...rate, id: 10 }),
    otaRate({ id: 11, readonly: true }),
    otaRate({ id: 12, derived: true }),
  ]
  const of: OtaOffer = { pricingType: 'OBP', rooms: [{ id: 1, title: 'Loft', rates }] }
  const row = { otaRoomId: 1, otaRateId: 10, ratePlanId: 'large-1', occupancy: 1, primary: true }
  const four = { ratePlanId: 'large-4', occupancy: 4 }

  it.each<
    [message: string, path: string, rows: Partial<MappingRows['ratePlans'][number]>[], roomId?: null | string]
  >([
    ['for 4 guests at most, not 5', 'ratePlans.0.occupancy', [{ occupancy: 5 }]],
    ['not sold for 2 guests, only for 1, 4', 'ratePlans.0.occupancy', [{ occupancy: 2 }]],
    ['holds 2 guests, not 4', 'ratePlans.0.occupancy', [{ occupancy: 4, ratePlanId: 'small-4' }], 'small'],
    ['for 1 guests twice', 'ratePlans.1.occupancy', [{}, { primary: false }]],
    ['has a primary row already', 'ratePlans.1.primary', [{}, four]],
    ['has no primary row', 'ratePlans.0.primary', [{ primary: false }]],
    ['is read-only', 'ratePlans.0.otaRateId', [{ otaRateId: 11 }]],
    ['follows another rate', 'ratePlans.0.otaRateId', [{ otaRateId: 12 }]],
    ['not offered at a rate 7', 'ratePlans.0.otaRateId', [{ otaRateId: 7 }]],
    ['offers no room 7', 'ratePlans.0.otaRoomId', [{ otaRoomId: 7 }]],
    ['is mapped to no room', 'ratePlans.0.otaRoomId', [{}], null],
    ['no such room', 'rooms.0.roomId', [], 'nobody'],
    ['belongs to the room "Small"', 'ratePlans.0.ratePlanId', [{ ratePlanId: 'small-1' }]],
    ['no such rate plan', 'ratePlans.0.ratePlanId', [{ ratePlanId: 'nobody' }]],
    ['does not know the rate plan', 'ratePlans.0.ratePlanId', [{ ...four, ratePlanId: 'open-4' }], 'open'],
    ['Nothing is mapped', 'ratePlans', [{ ratePlanId: null }]],
  ])('says: %s', (message, path, changes, roomId = 'large') => {
    const sent = { rooms: [{ otaRoomId: 1, roomId }], ratePlans: changes.map(one => ({ ...row, ...one })) }
    const errors = mappingErrors(sent, { offer: of, rooms, ratePlans })
    expect(errors).toEqual([{ path, message: expect.stringContaining(message) }])
  })
})

describe('the stored mapping', () => {
  law(
    'is what was sent, with a row for everything that can be mapped',
    [lawful, fc.boolean()],
    ({ offer: of, rows: sent }, finalize) => {
      const mapping = composed(of, sent, nothing, finalize)
      expect(choicesOf(mapping)).toBe(choicesOf(sent))
      expect(mapping.rooms.map(({ otaRoomId }) => otaRoomId)).toEqual(of.rooms.map(({ id }) => id))
      const usable = of.rooms.flatMap(room =>
        room.rates
          .filter(one => !one.readonly && !one.derived)
          .map(one => pairOf({ otaRoomId: room.id, otaRateId: one.id })),
      )
      expect([...new Set(mapping.ratePlans.map(pairOf))]).toEqual(usable)
      expect(summarizeMapping(mapping).total).toBe(usable.length)
      if (finalize) expect(summarizeMapping(mapping).needsReview).toBe(0)
      expect(toChannelRates(mapping, of, ratePlans)).toHaveLength(
        sent.ratePlans.filter(({ ratePlanId }) => ratePlanId !== null).length,
      )
    },
  )

  law(
    'keeps what was said of rows that nobody changed',
    [lawful, lawful],
    ({ offer: of, rows: sent }, { rows: others }) => {
      const opinion = { score: 0.7, reasons: ['both: 2 beds'], needsReview: true }
      const first = composed(of, sent)
      const stored: Mapping = {
        rooms: first.rooms.map(row => ({ ...row, ...opinion })),
        ratePlans: first.ratePlans.map(row => ({ ...row, ...opinion })),
      }
      expect(composed(of, stored, stored)).toEqual(stored)
      expect(composed(of, sent, stored)).toEqual(stored)
      const changed = composed(of, others, stored)
      for (const row of changed.rooms) {
        const before = stored.rooms.find(({ otaRoomId }) => otaRoomId === row.otaRoomId)
        const isSame = before?.roomId === row.roomId
        expect(row.reasons).toEqual(isSame ? opinion.reasons : ['chosen by a person'])
        expect([row.score, row.needsReview]).toEqual(isSame ? [0.7, true] : [1, false])
      }
    },
  )
})

describe('a rate that was not mapped with its room', () => {
  const of: OtaOffer = {
    pricingType: 'OBP',
    rooms: [{ id: 1, title: 'Loft', rates: [otaRate({ id: 10, title: 'Standard Rate' })] }],
  }
  const none = { score: 0, reasons: ['the room is not mapped'], needsReview: true }
  const room = { otaRoomId: 1, otaRoomName: 'Loft', roomId: null, ...none }
  const row = { otaRoomId: 1, otaRateId: 10, otaRateName: 'Standard Rate', ratePlanId: null, occupancy: 2 }
  const stored: Mapping = { rooms: [room], ratePlans: [{ ...row, primary: false, ...none }] }
  const sent = (roomId: string | null) => ({ ...stored, rooms: [{ ...room, roomId }] })
  const saved = (before: Mapping, roomId: string | null) => composed(of, sent(roomId), before)
  const open = { score: 0, reasons: ['no rate plan of the room is chosen'], needsReview: true }

  it('lacks a plan, no longer a room, once the room is chosen', () => {
    const chosen = saved(stored, 'small')
    expect(chosen.ratePlans).toMatchObject([open])
    expect(saved(chosen, 'small')).toEqual(chosen)
    expect(saved(chosen, null).ratePlans).toMatchObject([none])
  })

  it('lacks a plan also where the room was chosen before', () => {
    const before = { ...stored, rooms: [{ ...room, roomId: 'small', reasons: ['chosen by a person'] }] }
    expect(saved(before, 'small').ratePlans).toMatchObject([open])
  })

  it('loses its reasons under a new room, and keeps them under the same one', () => {
    const another = { ...row, ...none, reasons: ['no rate plan is for 2 guests'] }
    expect(opinionUnder(another, { roomId: 'large', isNew: true })).toMatchObject(open)
    expect(opinionUnder(another, { roomId: 'large', isNew: false })).toBe(another)
  })
})

const names = { offer: { pricingType: 'OBP' as const, rooms: [] }, ratePlans }

describe('the difference that will be written', () => {
  law('counts every line once', [anyLines, anyLines], (before, after) => {
    const { added, removed, changed, unchanged } = mappingDifference(before, after, names)
    expect(added.length + changed.length + unchanged).toBe(after.length)
    expect(removed.length + changed.length + unchanged).toBe(before.length)
    const back = mappingDifference(after, before, names)
    expect([back.added, back.removed, back.unchanged]).toEqual([removed, added, unchanged])
  })

  law(
    'is nothing exactly between the same lines, in whichever order',
    [anyLines, anyLines],
    (before, after) => {
      const sorted = (list: ChannelRate[]) => list.map(one => JSON.stringify(one)).sort()
      expect(hasLines(before, after)).toBe(JSON.stringify(sorted(before)) === JSON.stringify(sorted(after)))
      expect(hasLines(before, before.toReversed())).toBe(true)
    },
  )

  law('shows a line that stands there twice as removed once', [anyLine], one => {
    const { removed, unchanged } = mappingDifference([one, one], [one], names)
    expect([removed.length, unchanged]).toEqual([1, 1])
  })
})
