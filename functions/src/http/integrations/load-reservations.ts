import * as z from 'zod'
import { loadReservations } from '../../lib/reservations/load-reservations.ts'
import type { LoadResult } from '../../lib/reservations/pull.ts'
import { ok } from '../docs.ts'
import { replyOf } from '../handler.ts'
import { route } from '../route.ts'
import { loaded as example } from './examples.ts'
import { channelPath, channelRefOf, loaded } from './shapes.ts'

export const reply = replyOf<LoadResult>()(z.object(loaded).meta({ id: 'LoadedReservations' }))

/** Specification A2, step 6. */
export const loadReservationsRoute = route({
  method: 'POST',
  path: '/api/properties/:id/channels/:channelId/load-future-reservations',
  access: 'operations',
  answer({ caller, context, params }) {
    return loadReservations(context, caller, channelRefOf(params))
  },
  docs: () => ({
    id: 'loadReservations',
    summary: 'Load future reservations',
    description:
      'Loads the upcoming reservations of the OTA into ours. Asked for again it changes nothing; what it could not finish in time goes on by itself.',
    params: channelPath,
    answers: ok('What came.', reply, example),
    codes: [
      'channel-not-found',
      'channel-manager-connection-missing',
      'load-in-progress',
      'provider-timeout',
    ],
  }),
})
