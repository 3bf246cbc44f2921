import { loadReservations } from '../../lib/reservations/load-reservations.ts'
import { operationsOnly } from '../operations-only.ts'
import { channelRefOf } from './channel-ref.ts'

/** `POST /api/properties/:id/channels/:channelId/load-future-reservations` (specification A2, step 6). */
export const handleLoadReservations = operationsOnly(async ({ caller, services, params }) => {
  const ref = channelRefOf(params)
  return { status: 200, body: await loadReservations(await services.loadReservations(), caller, ref) }
})
