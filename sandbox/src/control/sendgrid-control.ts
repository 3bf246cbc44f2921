import { generateKeyPairSync } from 'node:crypto'
import { z } from 'zod'
import type { SandboxContext } from '../core/context.ts'
import { json, type Reply } from '../core/vendor.ts'
import { eventOf, eventWord, tellEvents } from '../sendgrid/events.ts'
import type { Sendgrid } from '../sendgrid/index.ts'
import { parseControl, projectUrl } from './parse-control.ts'

const input = z.object({
  emailId: z.string(),
  /** The event's recipient; by default the e-mail's own. */
  email: z.string().optional(),
  /** The vendor's or the project's name: `bounce` and `bounced` are the same. */
  event: z.string(),
  reason: z.string().optional(),
  /** The event's time; now by default. */
  at: z.coerce.date().optional(),
  /** The signature's time; now by default. */
  signedAt: z.coerce.date().optional(),
  /** If true, another key signs the event, as a stranger's would. */
  forged: z.boolean().default(false),
})

/** Posts an event about an e-mail, also an unknown one, to the functions; answers with their status. */
export async function tellEvent(context: SandboxContext, vendor: Sendgrid, body: unknown): Promise<Reply> {
  const {
    emailId,
    event,
    reason,
    at = new Date(),
    signedAt,
    forged,
    ...overrides
  } = parseControl(input, body)
  const word = eventWord(event)
  const url = projectUrl(context, '/webhooks/sendgrid')
  const { email, messageId } = { ...vendor.mailOf(emailId), ...overrides }
  if (email !== undefined) vendor.suppress(email, word)
  const mailEvent = {
    event: word,
    email,
    emailId,
    messageId,
    reason,
    timestamp: Math.floor(at.getTime() / 1000),
  }
  const key = forged ? strangersKey() : context.credentials.sendgridWebhookPrivateKey
  const status = await tellEvents(url, key, [eventOf(mailEvent)], signedAt)
  return status === null ? json(502, { error: 'the project did not answer' }) : json(200, { status })
}

const strangersKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    .privateKey.export({ format: 'der', type: 'pkcs8' })
    .toString('base64')
