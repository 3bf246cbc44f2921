import * as z from 'zod'
import { type ChannelView, listChannels } from '../../lib/connection/channels/list-channels.ts'
import { haltReasons } from '../../lib/connection/channels/property-channel.ts'
import { ok } from '../docs.ts'
import { idIn, replyOf } from '../handler.ts'
import { route } from '../route.ts'
import { effects, exampleOta, loaded, summary } from './examples.ts'
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
      notSelling: z.enum(haltReasons).nullable().meta({
        description: 'Why it sells nothing, though it is active: at the channel manager it is off or gone.',
      }),
      createdAt: z.date().nullable(),
      disconnectedAt: z.date().optional(),
      reservations: loadProgress.nullable(),
      disconnect: z.object({ effects: disconnectEffects }),
    })
    .meta({ id: 'Channel' }),
)

export const reply = z
  .object({
    propertyName: z.string(),
    channels: z.array(channel),
  })
  .meta({ id: 'Channels' })

export const listChannelsRoute = route({
  method: 'GET',
  path: '/api/properties/:id/channels',
  access: 'operations',
  answer({ context, params }) {
    return listChannels(context, idIn(params))
  },
  docs: () => ({
    id: 'listChannels',
    summary: "List a property's channels",
    description: 'Also those that are disconnected.',
    answers: ok('The channels.', reply, {
      propertyName: 'Harbour View Guesthouse',
      channels: [
        {
          channelId: 'harbour-view-guesthouse_booking',
          ota: exampleOta,
          status: 'active',
          hotelId: '5868189',
          channelManagerChannelId: 'e3d898d6-9ac0-42c0-86dd-952213e630c5',
          mappingStatus: 'initial',
          version: 1,
          summary,
          currency: 'EUR',
          pricingType: 'OBP',
          listingUrl: null,
          verdict: { result: 'success', at: '2026-11-21T09:05:00.000Z' },
          notSelling: null,
          createdAt: '2026-11-21T09:00:00.000Z',
          reservations: { status: 'idle', ...loaded, startedAt: null, endedAt: null },
          disconnect: { effects },
        },
      ],
    }),
    codes: ['property-not-found'],
  }),
})
