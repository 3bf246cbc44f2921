import * as z from 'zod'
import { disconnectChannel, previewDisconnect } from '../../lib/connection/channels/disconnect-channel.ts'
import { type Handler, parse } from '../handler.ts'
import { channelRefOf, disconnectEffects } from './shapes.ts'

export const query = z.looseObject({ preview: z.enum(['true', 'false']).optional() })

export const reply = z.object({ effects: disconnectEffects }).meta({ id: 'DisconnectPreview' })

/** `DELETE /api/properties/:id/channels/:channelId`; with `?preview=true` it only says what it would do. */
export const handle: Handler = async ({ caller, services, params, request }) => {
  const ref = channelRefOf(params)
  const { preview } = parse(query, request.query)
  const deps = await services.channels()
  if (preview === 'true') return { status: 200, body: await previewDisconnect(deps, ref) }
  await disconnectChannel(deps, caller, ref)
  return { status: 204 }
}
