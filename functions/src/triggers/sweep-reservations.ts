import { bestEffort } from '../lib/best-effort.ts'
import type { Services } from '../lib/services.ts'

/** Finishes pulls of bookings that stopped. */
export async function sweepReservations(services: Services): Promise<void> {
  const { finishPulls } = await import('../lib/reservations/sweep-reservations.ts')
  await bestEffort(services.log, 'sweep of reservations', async () =>
    finishPulls(await services.pullBookings()),
  )
}

/** Pulls the bookings that no webhook told. */
export async function sweepBookingFeed(services: Services): Promise<void> {
  const { pullMissedBookings } = await import('../lib/reservations/sweep-reservations.ts')
  await bestEffort(services.log, 'sweep of the booking feed', async () =>
    pullMissedBookings(await services.pullBookings()),
  )
}
