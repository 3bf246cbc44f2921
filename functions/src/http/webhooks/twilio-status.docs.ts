import { docsOf, done } from '../docs.ts'
import { callbackQuery, handle, statusForm } from './twilio-status.ts'

export const docs = docsOf(handle, 'twilioStatus', 'What became of a send', {
  description: 'In any order, and more than once: a state only goes forward.',
  who: 'Twilio, by its signature',
  query: callbackQuery.partial(),
  body: {
    schema: statusForm,
    isForm: true,
    example: { MessageSid: 'SM00000000000000000000000000000001', MessageStatus: 'delivered' },
  },
  answers: done('It is noted, or nothing that matters here.'),
})
