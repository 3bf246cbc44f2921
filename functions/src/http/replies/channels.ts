import * as z from 'zod'
import type { ChannelView } from '../../lib/connection/channels/channel-view.ts'
import { mappingSummary } from '../integrations/mapping-shapes.ts'
import { loadProgress } from '../integrations/reservation-shapes.ts'
import { replyOf } from '../reply.ts'

const effects = z.array(z.string()).meta({ description: 'What disconnecting would do, a sentence each.' })

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
      disconnect: z.object({ effects }),
    })
    .meta({ id: 'Channel' }),
)

export const channelsReply = z.object({ channels: z.array(channel) }).meta({ id: 'Channels' })

export const disconnectPreview = z.object({ effects }).meta({ id: 'DisconnectPreview' })
