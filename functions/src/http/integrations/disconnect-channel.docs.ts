import { type Docs, done } from '../docs.ts'
import { channelPath } from './channel-ref.ts'
import { handle, query, reply } from './disconnect-channel.ts'
import { effects } from './examples.ts'

export const docs: Docs = {
  handle,
  id: 'disconnectChannel',
  summary: 'Disconnect a channel',
  description: 'With `preview=true` it only says what it would do. Doing it again changes nothing.',
  params: channelPath,
  query,
  answers: [
    done('It is disconnected.'),
    {
      status: 200,
      says: 'With `preview=true`: what it would do.',
      schema: reply,
      example: { effects },
    },
  ],
  codes: [
    'property-not-found',
    'channel-not-found',
    'connection-in-progress',
    'mapping-changed',
    'provider-unavailable',
    'provider-timeout',
  ],
}
