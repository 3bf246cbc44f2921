import * as z from 'zod'
import type { Actor } from '../../lib/actor.ts'
import { type LoadResult, loadReservations } from '../../lib/reservations/load-reservations.ts'
import { replyOf } from '../reply.ts'
import type { Handler } from '../route.ts'
import { channelRefOf } from './channel-ref.ts'
import { loaded } from './reservation-shapes.ts'

export const reply = replyOf<LoadResult>()(z.object(loaded).meta({ id: 'LoadedReservations' }))

/** `POST /api/properties/:id/channels/:channelId/load-future-reservations` (specification A2, step 6). */
export const handle: Handler<Actor> = async ({ caller, services, params }) => {
  const ref = channelRefOf(params)
  return { status: 200, body: await loadReservations(await services.loadReservations(), caller, ref) }
}
