import * as z from 'zod'
import { type EmailReport, reportEmails } from '../../lib/email/report-email.ts'
import { DomainError } from '../../lib/errors.ts'
import { documentId } from '../../lib/identifiers.ts'
import type { MailerWebhook } from '../../lib/services.ts'
import { type Handler, parse } from '../handler.ts'

/** Cut where it is long, left out where it is odd: what else is told must not get lost for it. */
const reason = z
  .string()
  .transform(text => text.slice(0, 500).toWellFormed())
  .optional()
  .catch(undefined)

export const mailerEvent = z.looseObject({
  event: z.string().max(64).catch(''),
  /** Seconds. */
  timestamp: z.number().int().min(0).max(1e11).catch(0),
  /** The id of the entry in the outbox, which every e-mail of ours takes along. */
  emailId: documentId.optional().catch(undefined),
  reason,
})
export const mailerEvents = z.array(mailerEvent)

/** `POST /webhooks/sendgrid`: what became of e-mails. Proven by its signature over time and raw body. */
export const handle: Handler<undefined> = async ({ services, request }) => {
  const { isSigned, meaningOf } = await services.mailerWebhook()
  const [signature, timestamp] = ['signature', 'timestamp'].map(
    name => request.get(`x-twilio-email-event-webhook-${name}`) ?? '',
  )
  if (!isSigned({ signature: signature ?? '', timestamp: timestamp ?? '', body: request.rawBody }))
    throw new DomainError('forbidden', 'The signature does not fit the request, or is too old.')
  const events = parse(mailerEvents, request.body)
  await reportEmails(
    await services.reportEmails(),
    events.flatMap(event => reportOf(event, meaningOf) ?? []),
  )
  return { status: 204 }
}

function reportOf(
  { event, timestamp, emailId, reason: said }: z.output<typeof mailerEvent>,
  meaningOf: MailerWebhook['meaningOf'],
): EmailReport | undefined {
  const meaning = meaningOf(event, said)
  if (!meaning || emailId === undefined) return undefined
  return { emailId, ...meaning, at: new Date(timestamp * 1000), ...(said !== undefined && { reason: said }) }
}
