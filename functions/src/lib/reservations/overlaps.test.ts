import { expect, it } from 'vitest'
import { overbookedNights, overlapsOf } from './overlaps.ts'
import { type Reservation, type Stay, storedReservation } from './reservation.ts'

const blank = storedReservation.parse({})
const stayOf = (id: string, fields: Partial<Reservation>): Stay => ({
  id,
  value: { ...blank, propertyId: 'p', roomId: 'a', ...fields },
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
