import { connectBody } from '../../lib/connection/connect-body.ts'
import type { Docs } from '../docs.ts'
import { handle, reply } from './connect-property.ts'
import { mapping, target } from './examples.ts'

const example = {
  status: 'completed',
  ...target,
  ota: 'booking',
  channelId: 'harbour-view_booking',
  channelManagerChannelId: 'e3d898d6-9ac0-42c0-86dd-952213e630c5',
  requestIds: ['harbour-view-booking'],
  subscriptionId: null,
  mapping,
  redirectTo: '/properties/harbour-view/channels/harbour-view_booking/mapping',
  replayed: false,
}

export const docs: Docs = {
  handle,
  id: 'connectProperty',
  summary: 'Connect a property to Booking.com',
  description:
    'Tests the connection, charges if due, maps rooms and rates, creates and activates the channel. What fails is taken back, and leaves the connection requests rejected with a reason. May take up to a minute.',
  body: { schema: connectBody, example: target },
  answers: [
    { status: 201, says: 'It is connected.', schema: reply, example },
    { status: 200, says: 'It was connected so already: `replayed` is true.', schema: reply },
  ],
  codes: [
    'property-not-found',
    'channel-manager-connection-missing',
    'connection-in-progress',
    'already-connected',
    'hotel-connected-elsewhere',
    'hotel-id-invalid',
    'property-incomplete',
    'connection-test-failed',
    'ota-setup-incomplete',
    'mapping-failed',
    'activation-refused',
    'payment-failed',
    'provider-unavailable',
    'provider-timeout',
  ],
}
