import { expect, it } from 'vitest'
import { storedPull } from '../connection/pulls/pull.ts'
import type { BookingPlan } from './plan-booking.ts'
import { tally } from './store-booking.ts'

const at = new Date('2030-01-01T00:00:00Z')

it('the record of a pull stays far below the limit of a document when all stays overlap', () => {
  const ids = Array.from({ length: 400 }, (_, number) =>
    `00000000-0000-4000-8000-${number}_1`.padEnd(60, 'x'),
  )
  let pull = storedPull.parse({
    channelManagerPropertyId: 'p',
    open: true,
    requestedAt: at,
    leaseUntil: at,
    startedAt: at,
  })
  for (const id of ids) {
    const conflict = { reservationId: id, arrival: '2031-05-01', departure: '2031-05-02', roomId: null }
    const conflicts = [{ ...conflict, overlaps: ids.filter(other => other !== id) }]
    const plan: BookingPlan = {
      write: undefined,
      imported: 1,
      updated: 0,
      own: [id],
      unmapped: [id],
      conflicts,
      changed: [id],
      isUnsure: false,
    }
    pull = { ...pull, ...tally(pull, plan) }
  }
  expect(pull).toMatchObject({ imported: 400, conflicts: { length: 200 }, unmapped: { length: 400 } })
  expect(JSON.stringify(pull).length).toBeLessThan(400_000)
})
