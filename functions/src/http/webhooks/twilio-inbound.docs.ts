import * as z from 'zod'
import { docsOf } from '../docs.ts'
import { handle, inboundForm } from './twilio-inbound.ts'

export const docs = docsOf(handle, 'twilioInbound', 'A guest wrote', {
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
})
