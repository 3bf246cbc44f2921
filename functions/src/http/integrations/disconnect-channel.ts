import * as z from 'zod'
import { disconnectChannel, previewDisconnect } from '../../lib/connection/channels/disconnect-channel.ts'
import { done, ok } from '../docs.ts'
import { parse } from '../handler.ts'
import { route } from '../route.ts'
import { effects } from './examples.ts'
import { channelPath, channelRefOf, disconnectEffects } from './shapes.ts'

const query = z.looseObject({ preview: z.enum(['true', 'false']).optional() })

export const reply = z.object({ effects: disconnectEffects }).meta({ id: 'DisconnectPreview' })

export const disconnectChannelRoute = route({
  method: 'DELETE',
  path: '/api/properties/:id/channels/:channelId',
  access: 'operations',
  async handle({ caller, context, params, request }) {
    const ref = channelRefOf(params)
    const { preview } = parse(query, request.query)
    if (preview === 'true') return { status: 200, body: await previewDisconnect(context, ref) }
    await disconnectChannel(context, caller, ref)
    return { status: 204 }
  },
  docs: () => ({
    id: 'disconnectChannel',
    summary: 'Disconnect a channel',
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
  }),
})
