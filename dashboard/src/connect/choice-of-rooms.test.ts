import { describe, expect, it } from 'vitest'
import { otaRate } from '../../../functions/test/support/offers.ts'
import { choosePlan, chooseRoom, draftOf, type Ground } from '../mapping/draft.ts'
import { chosenIn, ratesToChoose } from './choice-of-rooms.ts'

const plan = (roomId: string, name: string, occupancy: number) => ({
  id: `${roomId}-${occupancy}`,
  name,
  roomId,
  occupancy,
  canBeMapped: true,
})
const opinion = { score: 0, reasons: [], needsReview: true }

/** Two rooms of one name; our plan of the first is called like the OTA's rate, those of the second are not. */
const ground: Ground = {
  offer: {
    pricingType: 'OBP',
    rooms: [1, 2].map(id => ({ id, title: 'Studio', rates: [otaRate({ id: id * 10 })] })),
  },
  rooms: ['a', 'b'].map(id => ({ id, name: 'Studio', capacity: 2 })),
  ratePlans: [plan('a', 'Standard Rate', 2), plan('b', 'Flex', 1), plan('b', 'Flex', 2)],
  mapping: {
    rooms: [1, 2].map(otaRoomId => ({ otaRoomId, otaRoomName: 'Studio', roomId: null, ...opinion })),
    ratePlans: [],
  },
}
const start = draftOf(ground)

describe('a choice of rooms', () => {
  it('has nothing to send while no room is chosen', () => {
    expect(chosenIn(start, ground)).toBeUndefined()
    expect(ratesToChoose(start, ground)).toEqual([])
  })

  it('sends every room, also those left open, and leaves rates to their names', () => {
    const draft = chooseRoom(start, 1, 'a', ground)
    expect(ratesToChoose(draft, ground)).toEqual([])
    expect(chosenIn(draft, ground)).toEqual({
      rooms: [
        { otaRoomId: 1, roomId: 'a' },
        { otaRoomId: 2, roomId: null },
      ],
      ratePlans: [],
    })
  })

  it('sends only the chosen rooms where the others are left to the review', () => {
    expect(chosenIn(start, ground, { isOptional: true })).toBeUndefined()
    expect(chosenIn(chooseRoom(start, 1, 'a', ground), ground, { isOptional: true })).toEqual({
      rooms: [{ otaRoomId: 1, roomId: 'a' }],
      ratePlans: [],
    })
  })

  it('asks for the plan of a rate whose name no plan has, and sends all its lines', () => {
    const draft = chooseRoom(start, 2, 'b', ground)
    const lines = ratesToChoose(draft, ground)
    expect(lines.map(({ otaRateId, occupancy }) => [otaRateId, occupancy])).toEqual([
      [20, 1],
      [20, 2],
    ])
    expect(chosenIn(draft, ground)?.ratePlans).toMatchObject([
      { occupancy: 1, ratePlanId: null },
      { occupancy: 2, ratePlanId: null },
    ])
    const chosen = choosePlan(draft, lines[1]?.key ?? '', 'b-2', ground)
    expect(ratesToChoose(chosen, ground)).toHaveLength(2)
    expect(chosenIn(chosen, ground)?.ratePlans).toMatchObject([
      { occupancy: 1, ratePlanId: null, primary: false },
      { occupancy: 2, ratePlanId: 'b-2', primary: true },
    ])
  })
})
