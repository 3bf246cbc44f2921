import { docsOf, ok } from '../docs.ts'
import { effects, loaded, summary } from './examples.ts'
import { handle, reply } from './list-channels.ts'

export const docs = docsOf(handle, 'listChannels', "List a property's channels", {
  description: 'Also those that are disconnected.',
  answers: ok('The channels.', reply, {
    channels: [
      {
        channelId: 'harbour-view-guesthouse_booking',
        ota: 'booking',
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
        createdAt: '2026-11-21T09:00:00.000Z',
        reservations: { status: 'idle', ...loaded, startedAt: null, endedAt: null },
        disconnect: { effects },
      },
    ],
  }),
  codes: ['property-not-found'],
})
