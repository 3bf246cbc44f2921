import fc from 'fast-check'
import { expect, it } from 'vitest'
import { overbookedNights, overlapsOf } from './overlaps.ts'
import { type Reservation, type Stay, storedReservation } from './reservation.ts'

const blank = storedReservation.parse({})
const stayOf = (id: string, fields: Partial<Reservation>): Stay => ({
  ...{ id, value: { ...blank, propertyId: 'p', roomId: 'a', ...fields } },
})

const days = Array.from({ length: 8 }, (_, at) => `2030-05-0${at + 1}`)

it('stays of a room of several units overlap on a night of both on which more are booked than it has', () => {
  const day = fc.constantFrom(...days, null)
  const fields = fc.record({
    ...{ arrival: day, departure: day },
    ...{ roomId: fc.constantFrom('a', 'a', 'b', null), propertyId: fc.constantFrom('p', 'p', 'q') },
    status: fc.constantFrom('confirmed' as const, 'confirmed' as const, 'cancelled' as const),
  })
  const isOn = (night: string, { value: { arrival, departure } }: Stay) =>
    arrival !== null && departure !== null && arrival <= night && night < departure
  fc.assert(
    fc.property(fc.array(fields, { maxLength: 14 }), fc.integer({ min: 2, max: 4 }), (all, units) => {
      const stays = all.map((one, at) => stayOf(`s${String(at).padStart(2, '0')}`, one))
      const overbooked = overbookedNights(stays, () => units)
      for (const stay of stays) {
        const { propertyId, roomId, status } = stay.value
        const inRoom = stays.filter(
          ({ value }) => value.propertyId === propertyId && value.roomId === roomId && roomId !== null,
        )
        const booked = inRoom.filter(({ value }) => value.status === 'confirmed')
        const full = days.filter(night => booked.filter(one => isOn(night, one)).length > units)
        const over = booked.filter(
          other =>
            other.id !== stay.id &&
            status === 'confirmed' &&
            full.some(night => isOn(night, stay) && isOn(night, other)),
        )
        expect(overlapsOf(stay, stays, overbooked)).toEqual(over.map(({ id }) => id))
      }
    }),
    { numRuns: 500 },
  )
})

it.each([
  ['all units of which are taken', 200, 200, 30],
  ['that is overbooked', 200, 220, 30 * 220],
])('a room of 200 units %s costs few comparisons', (_, units, count, most) => {
  let reads = 0
  const stays = Array.from({ length: count }, (_, at) => {
    const stay = stayOf(`s${at}`, { departure: '2030-05-04' })
    Object.defineProperty(stay.value, 'arrival', {
      get: () => {
        reads += 1
        return '2030-05-01'
      },
    })
    return stay
  })
  const overbooked = overbookedNights(stays, () => units)
  for (const stay of stays) overlapsOf(stay, stays, overbooked)
  expect(reads).toBeLessThan(most * count)
})
