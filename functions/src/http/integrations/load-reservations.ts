import * as z from 'zod'
import { loadReservations } from '../../lib/reservations/load-reservations.ts'
import type { LoadResult } from '../../lib/reservations/pull.ts'
import { type Handler, replyOf } from '../handler.ts'
import { channelRefOf, loaded } from './shapes.ts'

export const reply = replyOf<LoadResult>()(z.object(loaded).meta({ id: 'LoadedReservations' }))

/** `POST /api/properties/:id/channels/:channelId/load-future-reservations` (specification A2, step 6). */
export const handle: Handler = async ({ caller, services, params }) => {
  const ref = channelRefOf(params)
  return { status: 200, body: await loadReservations(await services.loadReservations(), caller, ref) }
}
