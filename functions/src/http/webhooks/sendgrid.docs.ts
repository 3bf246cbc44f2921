import { docsOf, done } from '../docs.ts'
import { handle, mailerEvents } from './sendgrid.ts'

export const docs = docsOf(handle, 'sendgridWebhook', 'What became of e-mails', {
  description:
    'In any order, and more than once: an e-mail only goes forward. Events of no concern, and of e-mails that are not of ours, are passed over. `X-Twilio-Email-Event-Webhook-Signature` holds the ECDSA signature over the time in `X-Twilio-Email-Event-Webhook-Timestamp` and the raw body, which may be 25 hours old, since what was not answered is told again for a day.',
  who: 'SendGrid, by its signature',
  body: {
    schema: mailerEvents,
    example: [{ event: 'bounce', timestamp: 1_777_636_800, emailId: 'email-1', reason: '550 unknown user' }],
  },
  answers: done('It is noted.'),
})
