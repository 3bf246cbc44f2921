import { randomBytes } from 'node:crypto'
import type { SandboxContext } from '../core/context.ts'
import { createRouter } from '../core/router.ts'
import { asObject, type JsonObject } from '../core/values.ts'
import { json, Refusal, type Reply, type Vendor, type VendorRequest } from '../core/vendor.ts'
import { mailProblems, type Problem } from './check-mail.ts'

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

/** SendGrid: accepts or refuses a mail as a whole; the same mail sent twice is two mails. */
export function createSendgrid(context: SandboxContext): Vendor {
  let mails: JsonObject[] = []

  function send(body: unknown): Reply {
    const problems: readonly Problem[] = mailProblems(body)
    if (problems.length > 0) throw new Refusal(json(400, { errors: problems }))
    const messageId = randomBytes(11).toString('base64url')
    mails.push({ ...asObject(body), messageId, at: new Date().toISOString() })
    return { status: 202, headers: { 'x-message-id': messageId } }
  }

  const route = createRouter({ 'POST /v3/mail/send': ({ body }) => send(body) })

  return {
    errorBody,
    reset: () => {
      mails = []
    },
    state: () => ({ mails }),
    handle(request) {
      authenticate(request, context.credentials.sendgridApiKey)
      const reply = route(request)
      if (!reply) throw refuse(404)
      return reply
    },
  }
}
