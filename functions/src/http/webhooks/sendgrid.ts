import * as z from 'zod'
import type { Proofs } from '../../lib/context.ts'
import type { EmailReport } from '../../lib/email/outbox.ts'
import { reportEmails } from '../../lib/email/report-email.ts'
import { DomainError } from '../../lib/errors.ts'
import { documentId } from '../../lib/identifiers.ts'
import { optional } from '../../lib/shapes.ts'
import { done, route } from '../route.ts'

/** Shortened or dropped: no event gets lost. */
const reason = z
  .string()
  .transform(text => text.slice(0, 500).toWellFormed())
  .optional()
  .catch(undefined)

const mailerEvent = z.looseObject({
  event: z.string().max(64).catch(''),
  /** Seconds. */
  timestamp: z.number().int().min(0).max(1e11).catch(0),
  emailId: documentId.optional().catch(undefined),
  email: optional(z.string()),
  reason,
})
const mailerEvents = z.array(mailerEvent.catch(mailerEvent.parse({})))

export const sendgridRoute = route({
  method: 'POST',
  path: '/webhooks/sendgrid',
  access: 'webhook',
  id: 'sendgridWebhook',
  summary: 'Receive events of e-mails',
  description:
    'In any order, and more than once: an e-mail only goes forward. Events of no concern, and of e-mails that are not of ours, are passed over. `X-Twilio-Email-Event-Webhook-Signature` holds the ECDSA signature over the time in `X-Twilio-Email-Event-Webhook-Timestamp` and the raw body, which may be 25 hours old, since what was not answered is told again for a day.',
  who: 'SendGrid, by its signature',
  body: mailerEvents,
  example: [{ event: 'bounce', timestamp: 1_777_636_800, emailId: 'email-1', reason: '550 unknown user' }],
  answers: done('It is noted.'),
  proof: async ({ mailerWebhook }, request) => {
    const [signature, timestamp] = ['signature', 'timestamp'].map(
      name => request.get(`x-twilio-email-event-webhook-${name}`) ?? '',
    )
    const call = { signature: signature ?? '', timestamp: timestamp ?? '', body: request.rawBody }
    if (!(await mailerWebhook.isSigned(call)))
      throw new DomainError('forbidden', 'The signature does not fit the request, or is too old.')
  },
  async handle({ context, body }) {
    const reports = await Promise.all(body.map(event => reportOf(event, context.mailerWebhook)))
    await reportEmails(
      context,
      reports.filter(report => report !== undefined),
    )
  },
})

async function reportOf(
  { event, timestamp, emailId, email: to, reason: said }: z.output<typeof mailerEvent>,
  { meaningOf }: Proofs['mailerWebhook'],
): Promise<EmailReport | undefined> {
  const meaning = await meaningOf(event, said)
  if (!meaning || emailId === undefined) return undefined
  const at = new Date(timestamp * 1000)
  return { emailId, ...meaning, at, ...(to && { to }), ...(said !== undefined && { reason: said }) }
}
