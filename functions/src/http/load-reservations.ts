import * as z from 'zod'
import type { Actor } from '../lib/actor.ts'
import { DomainError } from '../lib/errors.ts'
import { clientId } from '../lib/identifiers.ts'
import { loadReservations } from '../lib/reservations/load-reservations.ts'
import { parse } from './parse.ts'
import type { Handler } from './route.ts'

const path = z.object({ id: clientId, channelId: clientId })

/** `POST /api/properties/:id/channels/:channelId/load-future-reservations` (specification A2, step 6). */
export const handleLoadReservations: Handler<Actor> = async ({ caller, services, params }) => {
  if (caller.role !== 'operations')
    throw new DomainError('forbidden', 'Only operations staff load reservations.')
  const { id: propertyId, channelId } = parse(path, params)
  const deps = await services.loadReservations()
  return { status: 200, body: await loadReservations(deps, caller, { propertyId, channelId }) }
}
