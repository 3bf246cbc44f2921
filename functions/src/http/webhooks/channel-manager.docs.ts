import { docsOf, done } from '../docs.ts'
import { handle, notice } from './channel-manager.ts'

export const docs = docsOf(handle, 'channelManagerWebhook', 'Something happened at the channel manager', {
  description: 'Bookings of the property are pulled; what the call says of them is not read.',
  who: 'The channel manager, by the secret that was registered',
  body: {
    schema: notice,
    example: { event: 'booking_new', property_id: '9e4b7a52-0000-4000-8000-000000000001' },
  },
  answers: done('It is noted.'),
})
