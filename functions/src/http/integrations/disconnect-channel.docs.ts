import { docsOf, done, ok } from '../docs.ts'
import { handle, query, reply } from './disconnect-channel.ts'
import { effects } from './examples.ts'
import { channelPath } from './shapes.ts'

export const docs = docsOf(handle, 'disconnectChannel', 'Disconnect a channel', {
  description: 'With `preview=true` it only says what it would do. Doing it again changes nothing.',
  params: channelPath,
  query,
  answers: [
    ...done('It is disconnected.'),
    ...ok('With `preview=true`: what it would do.', reply, { effects }),
  ],
  codes: [
    'property-not-found',
    'channel-not-found',
    'connection-in-progress',
    'mapping-changed',
    'provider-timeout',
  ],
})
