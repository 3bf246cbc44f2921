import { randomBytes } from 'node:crypto'
import type { SandboxContext } from '../core/context.ts'
import { createRouter } from '../core/router.ts'
import { asList, asObject, type JsonObject, presentText } from '../core/values.ts'
import { json, Refusal, type Reply, type Vendor, type VendorRequest } from '../core/vendor.ts'
import { mailProblems, type Problem } from './check-mail.ts'
import { eventOf, suppressionAfter, tellEvents } from './events.ts'

const messages: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'The provided authorization grant is invalid, expired, or revoked',
  403: 'access forbidden',
  404: 'Not Found',
  413: 'Payload Too Large',
  429: 'too many requests',
}

const errorBody = (status: number): unknown => ({
  errors: [{ message: messages[status] ?? 'Internal Server Error', field: null, help: {} }],
})

const refuse = (status: number): Refusal => new Refusal(json(status, errorBody(status)))

function authenticate(request: VendorRequest, key: string): void {
  if (request.headers.authorization !== `Bearer ${key}`) throw refuse(401)
}

export interface Sendgrid extends Vendor {
  /** Recipient and id of the last mail with that `emailId` in its custom arguments. */
  mailOf(emailId: string): Record<'email' | 'messageId', string | undefined>
  /** After some events the vendor sends an address no more mails. */
  suppress(email: string, event: string): void
}

/** Each recipient of a mail, with the mail's `emailId`. */
const recipientsOf = (mail: JsonObject): { email: string; emailId: string }[] =>
  asList(mail.personalizations).flatMap(one => {
    const { to, custom_args: args } = asObject(one)
    const emailId = presentText(asObject(args).emailId) ?? ''
    return asList(to).map(recipient => ({ email: presentText(asObject(recipient).email) ?? '', emailId }))
  })

/**
 * SendGrid: accepts or refuses a mail as a whole; the same mail sent twice is two mails. A mail to a suppressed address
 * is accepted, then dropped, with an event.
 */
export function createSendgrid(context: SandboxContext): Sendgrid {
  let mails: JsonObject[] = []
  /** Reasons of suppression, by address. */
  const suppressed = new Map<string, string>()

  async function drop(mail: JsonObject, messageId: string): Promise<void> {
    const { publicUrl, credentials } = context
    const timestamp = Math.floor(Date.now() / 1000)
    const events = recipientsOf(mail).flatMap(({ email, emailId }) => {
      const reason = suppressed.get(email)
      return reason ? [eventOf({ event: 'dropped', email, emailId, messageId, reason, timestamp })] : []
    })
    if (events.length === 0 || publicUrl === undefined) return
    await tellEvents(
      `${publicUrl.replace(/\/+$/, '')}/webhooks/sendgrid`,
      credentials.sendgridWebhookPrivateKey,
      events,
    )
  }

  function send(body: unknown): Reply {
    const problems: readonly Problem[] = mailProblems(body)
    if (problems.length > 0) throw new Refusal(json(400, { errors: problems }))
    const messageId = randomBytes(11).toString('base64url')
    mails.push({ ...asObject(body), messageId, at: new Date().toISOString() })
    void drop(asObject(body), messageId)
    return { status: 202, headers: { 'x-message-id': messageId } }
  }

  const route = createRouter({ 'POST /v3/mail/send': ({ body }) => send(body) })

  return {
    errorBody,
    reset: () => {
      mails = []
      suppressed.clear()
    },
    state: () => ({ mails, suppressed: [...suppressed].map(([email, reason]) => ({ email, reason })) }),
    mailOf(emailId) {
      const mail = mails.findLast(one => recipientsOf(one).some(recipient => recipient.emailId === emailId))
      const email = mail && recipientsOf(mail).find(recipient => recipient.emailId === emailId)?.email
      return { email, messageId: presentText(mail?.messageId) }
    },
    suppress(email, event) {
      const reason = suppressionAfter(event)
      if (reason) suppressed.set(email, reason)
    },
    handle(request) {
      authenticate(request, context.credentials.sendgridApiKey)
      const reply = route(request)
      if (!reply) throw refuse(404)
      return reply
    },
  }
}
