import * as z from 'zod'
import { done, type Operations } from '../docs.ts'
import { notice } from '../webhooks/channel-manager.ts'
import { inboundForm } from '../webhooks/twilio-inbound.ts'
import { callbackQuery, statusForm } from '../webhooks/twilio-status.ts'

export const webhookOperations: Operations = {
  'POST /webhooks/twilio/inbound': {
    id: 'twilioInbound',
    summary: 'A guest wrote',
    description:
      'By chatapp or SMS. Answered only after the message is stored; the same message again is stored once.',
    who: 'Twilio, by its signature',
    body: {
      schema: inboundForm,
      isForm: true,
      example: {
        MessageSid: 'SM00000000000000000000000000000001',
        From: 'whatsapp:+15005550100',
        Body: 'Hello!',
        NumMedia: '0',
      },
    },
    answers: [{ status: 200, says: 'It is stored.', schema: z.string(), mediaType: 'text/xml' }],
    codes: ['thread-busy'],
  },
  'POST /webhooks/twilio/status': {
    id: 'twilioStatus',
    summary: 'What became of a send',
    description: 'In any order, and more than once: a state only goes forward.',
    who: 'Twilio, by its signature',
    query: callbackQuery.partial(),
    body: {
      schema: statusForm,
      isForm: true,
      example: { MessageSid: 'SM00000000000000000000000000000001', MessageStatus: 'delivered' },
    },
    answers: [done('It is noted, or nothing that matters here.')],
    codes: [],
  },
  'POST /webhooks/channel-manager': {
    id: 'channelManagerWebhook',
    summary: 'Something happened at the channel manager',
    description: 'Bookings of the property are pulled; what the call says of them is not read.',
    who: 'The channel manager, by the secret that was registered',
    body: {
      schema: notice,
      example: { event: 'booking_new', property_id: '9e4b7a52-0000-4000-8000-000000000001' },
    },
    answers: [done('It is noted.')],
    codes: [],
  },
}
