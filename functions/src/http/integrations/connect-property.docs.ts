import { connectBody } from '../../lib/connection/connect-body.ts'
import { docsOf } from '../docs.ts'
import { handle, reply } from './connect-property.ts'
import { mapping, target } from './examples.ts'

const example = {
  status: 'completed',
  ...target,
  ota: 'booking',
  channelId: 'harbour-view-guesthouse_booking',
  channelManagerChannelId: 'e3d898d6-9ac0-42c0-86dd-952213e630c5',
  requestIds: ['harbour-view-guesthouse-booking'],
  subscriptionId: null,
  mapping,
  redirectTo: '/properties/harbour-view-guesthouse/channels/harbour-view-guesthouse_booking/mapping',
  replayed: false,
}

export const docs = docsOf(handle, 'connectProperty', 'Connect a property to Booking.com', {
  description:
    'Tests the connection, charges if due, maps rooms and rates, creates and activates the channel. What fails is taken back, and leaves the connection requests rejected with a reason. May take up to a minute.',
  body: { schema: connectBody, example: target },
  answers: [
    { status: 201, says: 'It is connected.', schema: reply, example },
    { status: 200, says: 'It was connected so already: `replayed` is true.', schema: reply },
  ],
  codes: [
    'activation-refused',
    'already-connected',
    'channel-manager-connection-missing',
    'connection-in-progress',
    'connection-test-failed',
    'hotel-connected-elsewhere',
    'hotel-id-invalid',
    'mapping-failed',
    'ota-setup-incomplete',
    'payment-failed',
    'property-incomplete',
    'property-not-found',
    'provider-timeout',
  ],
})
