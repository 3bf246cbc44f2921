import mail from '@sendgrid/mail'
import * as z from 'zod'
import type { EmailTemplate, Mailer, OutgoingEmail } from '../../lib/email/outbox.ts'
import { onTheWire } from '../../lib/email-address.ts'
import { ProviderError } from '../../lib/errors.ts'
import { baseUrl } from '../base-url.ts'
import { lostCall, malformedReply, readReply, refusedCall, type VendorCall } from '../provider-failure.ts'

export interface SendgridMailerConfig {
  url: string
  apiKey: string
  sender: string
  templates: Record<EmailTemplate, string>
  timeoutMs: number
}

/** SendGrid has no idempotency keys; its events return our id. */
export function sendgridMailer({ url, apiKey, sender, templates, timeoutMs }: SendgridMailerConfig): Mailer {
  const service = sendgridService(url, apiKey, timeoutMs)
  const mailOf = ({ emailId, template, to, data }: OutgoingEmail) => ({
    from: onTheWire(sender),
    templateId: templates[template],
    personalizations: [{ to: { email: onTheWire(to) }, dynamicTemplateData: data, customArgs: { emailId } }],
  })
  return {
    async send(email) {
      await service.send(mailOf(email)).catch((error: unknown) => {
        // The SDK rejects invalid e-mails before it sends.
        throw error instanceof ProviderError
          ? error
          : new ProviderError(sendgridCall.provider, 'permanent', 'the e-mail could not be assembled')
      })
    },
  }
}

export const sendgridCall: VendorCall = { provider: 'sendgrid', effect: 'write' }

/** The typings lack the internal client. */
interface SdkClient {
  setApiKey(key: string): void
  setDefaultRequest(key: 'baseUrl', value: string): unknown
  setDefaultHeader(key: string, value: string): unknown
  createRequest(data: object): object
  request(data: object): Promise<unknown>
}

/** A reused connection, closed while idle, would look like an unknown outcome. */
export function sendgridService(url: string, apiKey: string, timeoutMs: number): typeof mail {
  // The typings export only the shared instance.
  const service: typeof mail = Reflect.construct(mail.constructor, [])
  const client: SdkClient = Reflect.get(service, 'client')
  client.setApiKey(apiKey)
  client.setDefaultRequest('baseUrl', baseUrl(url))
  client.setDefaultHeader('Connection', 'close')

  const createRequest = client.createRequest.bind(client)
  client.createRequest = data =>
    Object.assign(createRequest(data), {
      signal: AbortSignal.timeout(timeoutMs),
      maxRedirects: 0,
      validateStatus: () => true,
    })

  const request = client.request.bind(client)
  client.request = data =>
    request(data).then(accepted, (error: unknown) => {
      throw lostCall(sendgridCall, error)
    })
  return service
}

const answer = z.tuple(
  [z.object({ statusCode: z.number().int(), body: z.unknown().optional() })],
  z.unknown(),
)
const words = z.object({ errors: z.array(z.object({ field: z.string().nullish() })) })

/** The vendor's message may quote an address. */
function accepted(reply: unknown): unknown {
  const [{ statusCode, body }] = readReply(sendgridCall.provider, answer, reply)
  if (statusCode === 202) return reply
  if (statusCode >= 200 && statusCode < 300) throw malformedReply(sendgridCall.provider, statusCode)
  const fields = words.safeParse(body).data?.errors.flatMap(({ field }) => field ?? [])
  throw refusedCall(sendgridCall, { status: statusCode, detail: fields?.join(', ') || undefined })
}
