import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { law } from '../../../../test/support/law.ts'
import { otaRate } from '../../../../test/support/offers.ts'
import type { OtaOffer } from '../channel-manager.ts'
import type { Mapping } from '../model.ts'
import { mappingErrors } from './check-mapping.ts'
import { firstMapping } from './first-mapping.ts'
import { toChoose } from './to-choose.ts'

const names = ['Studio', 'Double Room', 'Garden Suite']

/** Rooms on both sides, some of one name, and a person's answer for each OTA room: nothing, none of ours, or one. */
const cases = fc
  .record({
    theirs: fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 5 }),
    ours: fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 5 }),
    order: fc.array(fc.nat(), { minLength: 5, maxLength: 5 }),
    answers: fc.array(fc.constantFrom('nothing', 'none', 'which'), { minLength: 5, maxLength: 5 }),
    wasChosen: fc.boolean(),
  })
  .map(({ theirs, ours, order, answers, wasChosen }) => {
    const rooms = ours.map((name, at) => ({ id: `room-${at}`, name, capacity: 2 }))
    const shuffled = rooms
      .map(({ id }, at) => ({ id, rank: order[at] ?? 0 }))
      .toSorted((a, b) => a.rank - b.rank)
    const chosen = theirs.flatMap((_, at) => {
      if (answers[at] === 'nothing') return []
      return [{ otaRoomId: at + 1, roomId: answers[at] === 'none' ? null : (shuffled[at]?.id ?? null) }]
    })
    const offer: OtaOffer = {
      pricingType: 'OBP',
      rooms: theirs.map((title, at) => ({
        id: at + 1,
        title,
        rates: [otaRate({ id: (at + 1) * 10, title: 'Standard', maxPersons: 2, occupancies: [2] })],
      })),
    }
    const ratePlans = rooms.map(({ id }) => ({
      id: `plan-${id}`,
      name: 'Standard',
      roomId: id,
      occupancy: 2,
      channelManagerRatePlanId: `cm-${id}`,
    }))
    return { offer, rooms, ratePlans, chosen: { rooms: chosen, ratePlans: [] }, wasChosen }
  })

const sold = ({ rooms }: Mapping) => rooms.flatMap(({ roomId }) => roomId ?? [])

describe('a first mapping', () => {
  law('is lawful, keeps what was chosen, and takes no room of ours twice', [cases], given => {
    const { offer, wasChosen, ...ground } = given
    const before = wasChosen ? firstMapping(offer, { ...ground, chosen: undefined }) : undefined
    const mapping = firstMapping(offer, { ...ground, before })
    expect(mapping.rooms.map(({ otaRoomId }) => otaRoomId)).toEqual(offer.rooms.map(({ id }) => id))
    for (const { otaRoomId, roomId } of ground.chosen.rooms)
      expect(mapping.rooms.find(row => row.otaRoomId === otaRoomId)).toMatchObject({
        roomId,
        reasons: ['chosen by a person'],
        needsReview: false,
      })
    expect(new Set(sold(mapping)).size).toBe(sold(mapping).length)
    const rates = mapping.ratePlans.filter(({ ratePlanId }) => ratePlanId !== null)
    if (rates.length > 0) expect(mappingErrors(mapping, { ...ground, offer })).toEqual([])
  })

  law(
    'leaves to choose what it does not sell, and what of ours is free',
    [cases],
    ({ offer, rooms, ratePlans }) => {
      const mapping = firstMapping(offer, { rooms, ratePlans })
      const open = mapping.rooms.filter(({ roomId }) => roomId === null).map(({ otaRoomId }) => otaRoomId)
      const left = rooms.map(({ id }) => id).filter(id => !sold(mapping).includes(id))
      const choice = toChoose(mapping, { offer, rooms, ratePlans })
      const isNeeded = open.length > 0 && left.length > 0
      expect(choice !== undefined).toBe(isNeeded)
      if (!isNeeded) return
      expect(choice?.offer.rooms.map(({ id }) => id)).toEqual(open)
      expect(choice?.rooms.map(({ id }) => id)).toEqual(left)
      expect(choice?.likely.every(({ roomIds }) => roomIds.every(id => left.includes(id)))).toBe(true)
    },
  )
})
