import * as z from 'zod'
import { type ChannelView, listChannels } from '../../lib/connection/channels/list-channels.ts'
import { clientId } from '../../lib/identifiers.ts'
import { type Handler, parse, replyOf } from '../handler.ts'
import { disconnectEffects, loadProgress, mappingSummary } from './shapes.ts'

const verdict = z.looseObject({
  result: z.string(),
  detail: z.string().optional(),
  at: z.date().optional(),
})

const channel = replyOf<ChannelView>()(
  z
    .object({
      channelId: z.string(),
      ota: z.string(),
      status: z.string().meta({ description: '`active`, `disconnecting` or `disconnected`.' }),
      hotelId: z.string(),
      channelManagerChannelId: z.string(),
      mappingStatus: z.enum(['initial', 'finalized']),
      version: z.number().meta({ description: 'Of the mapping.' }),
      summary: mappingSummary,
      currency: z.string().nullable(),
      pricingType: z.string().nullable(),
      listingUrl: z.string().nullable(),
      verdict: verdict
        .nullable()
        .meta({ description: 'How the OTA took what it was sent; null while it has not said.' }),
      createdAt: z.date().nullable(),
      disconnectedAt: z.date().optional(),
      reservations: loadProgress.nullable(),
      disconnect: z.object({ effects: disconnectEffects }),
    })
    .meta({ id: 'Channel' }),
)

export const reply = z.object({ channels: z.array(channel) }).meta({ id: 'Channels' })

/** `GET /api/properties/:id/channels`: a property's channels, and what disconnecting each would do. */
export const handle: Handler = async ({ services, params }) => {
  const propertyId = parse(clientId, params.id)
  return { status: 200, body: await listChannels(await services.listChannels(), propertyId) }
}
