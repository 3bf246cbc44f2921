import * as z from 'zod'
import type { Proofs } from '../../lib/context.ts'
import type { EmailReport } from '../../lib/email/ports.ts'
import { reportEmails } from '../../lib/email/report-email.ts'
import { DomainError } from '../../lib/errors.ts'
import { documentId } from '../../lib/identifiers.ts'
import { optional } from '../../lib/shapes.ts'
import { done } from '../docs.ts'
import { parse } from '../handler.ts'
import { route } from '../route.ts'

/** Cut where it is long, left out where it is odd: what else is told must not get lost for it. */
const reason = z
  .string()
  .transform(text => text.slice(0, 500).toWellFormed())
  .optional()
  .catch(undefined)

const mailerEvent = z.looseObject({
  event: z.string().max(64).catch(''),
  /** Seconds. */
  timestamp: z.number().int().min(0).max(1e11).catch(0),
  /** The id of the entry in the outbox, which every e-mail of ours takes along. */
  emailId: documentId.optional().catch(undefined),
  /** To whom it went. */
  email: optional(z.string()),
  reason,
})
/** An odd one among them costs no other. */
const mailerEvents = z.array(mailerEvent.catch(mailerEvent.parse({})))

/** The mailer tells of many e-mails at once, in up to 768 KiB. */
const maxBytes = 1_048_576

export const sendgridRoute = route({
  method: 'POST',
  path: '/webhooks/sendgrid',
  access: 'webhook',
  maxBytes,
  async answer({ context, request }) {
    const { mailerWebhook } = context
    const [signature, timestamp] = ['signature', 'timestamp'].map(
      name => request.get(`x-twilio-email-event-webhook-${name}`) ?? '',
    )
    const call = { signature: signature ?? '', timestamp: timestamp ?? '', body: request.rawBody }
    if (!(await mailerWebhook.isSigned(call)))
      throw new DomainError('forbidden', 'The signature does not fit the request, or is too old.')
    const events = parse(mailerEvents, request.body)
    const reports = await Promise.all(events.map(event => reportOf(event, mailerWebhook)))
    await reportEmails(
      context,
      reports.filter(report => report !== undefined),
    )
  },
  docs: () => ({
    id: 'sendgridWebhook',
    summary: 'What became of e-mails',
    description:
      'In any order, and more than once: an e-mail only goes forward. Events of no concern, and of e-mails that are not of ours, are passed over. `X-Twilio-Email-Event-Webhook-Signature` holds the ECDSA signature over the time in `X-Twilio-Email-Event-Webhook-Timestamp` and the raw body, which may be 25 hours old, since what was not answered is told again for a day.',
    who: 'SendGrid, by its signature',
    body: {
      schema: mailerEvents,
      example: [
        { event: 'bounce', timestamp: 1_777_636_800, emailId: 'email-1', reason: '550 unknown user' },
      ],
    },
    answers: done('It is noted.'),
  }),
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
