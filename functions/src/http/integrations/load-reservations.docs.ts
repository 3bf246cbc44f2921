import { docsOf, ok } from '../docs.ts'
import { loaded } from './examples.ts'
import { handle, reply } from './load-reservations.ts'
import { channelPath } from './shapes.ts'

export const docs = docsOf(handle, 'loadReservations', 'Load future reservations', {
  description:
    'Loads the upcoming reservations of the OTA into ours. Asked for again it changes nothing; what it could not finish in time goes on by itself.',
  params: channelPath,
  answers: ok('What came.', reply, loaded),
  codes: ['channel-not-found', 'channel-manager-connection-missing', 'load-in-progress', 'provider-timeout'],
})
