import * as z from 'zod'
import type { Actor } from '../../lib/actor.ts'
import { disconnectChannel, previewDisconnect } from '../../lib/connection/channels/disconnect-channel.ts'
import { parse } from '../parse.ts'
import type { Handler } from '../route.ts'
import { channelRefOf, disconnectEffects } from './channel-ref.ts'

export const query = z.looseObject({ preview: z.enum(['true', 'false']).optional() })

export const reply = z.object({ effects: disconnectEffects }).meta({ id: 'DisconnectPreview' })

/** `DELETE /api/properties/:id/channels/:channelId`; with `?preview=true` it only says what it would do. */
export const handle: Handler<Actor> = async ({ caller, services, params, request }) => {
  const ref = channelRefOf(params)
  const { preview } = parse(query, request.query)
  const deps = await services.channels()
  if (preview === 'true') return { status: 200, body: await previewDisconnect(deps, ref) }
  await disconnectChannel(deps, caller, ref)
  return { status: 204 }
}
