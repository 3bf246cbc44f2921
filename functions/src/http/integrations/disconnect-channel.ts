import * as z from 'zod'
import { disconnectChannel, previewDisconnect } from '../../lib/connection/channels/disconnect-channel.ts'
import { operationsOnly } from '../operations-only.ts'
import { parse } from '../parse.ts'
import { channelRefOf } from './channel-ref.ts'

export const disconnectQuery = z.looseObject({ preview: z.enum(['true', 'false']).optional() })

/** `DELETE /api/properties/:id/channels/:channelId`; with `?preview=true` it only says what it would do. */
export const handleDisconnectChannel = operationsOnly(async ({ caller, services, params, request }) => {
  const ref = channelRefOf(params)
  const { preview } = parse(disconnectQuery, request.query)
  const deps = await services.channels()
  if (preview === 'true') return { status: 200, body: await previewDisconnect(deps, ref) }
  await disconnectChannel(deps, caller, ref)
  return { status: 204 }
})
