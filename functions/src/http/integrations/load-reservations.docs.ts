import type { Docs } from '../docs.ts'
import { channelPath } from './channel-ref.ts'
import { loaded } from './examples.ts'
import { handle, reply } from './load-reservations.ts'

export const docs: Docs = {
  handle,
  id: 'loadReservations',
  summary: 'Load future reservations',
  description:
    'Loads the upcoming reservations of the OTA into ours. Pressed again it changes nothing; what it could not finish in time goes on by itself.',
  params: channelPath,
  answers: [{ status: 200, says: 'What came.', schema: reply, example: loaded }],
  codes: [
    'channel-not-found',
    'channel-manager-connection-missing',
    'load-in-progress',
    'provider-unavailable',
    'provider-timeout',
  ],
}
