import mail from '@sendgrid/mail'
import * as z from 'zod'
import type { EmailTemplate, Mailer, OutgoingEmail } from '../../lib/email/ports.ts'
import { asciiDomain } from '../../lib/email-address.ts'
import { ProviderError } from '../../lib/errors.ts'
import { baseUrl } from '../base-url.ts'
import { lostCall, malformedReply, readReply, refusedCall, type VendorCall } from '../provider-failure.ts'

export interface SendgridMailerConfig {
  /** `https://api.sendgrid.com`, or a stand-in. */
  url: string
  apiKey: string
  /** `a@b.example`, or `Name <a@b.example>`. */
  sender: string
  /** The id of each template at SendGrid. */
  templates: Record<EmailTemplate, string>
  timeoutMs: number
}

/** Sends e-mails through SendGrid, which has no idempotency keys. Each carries our id, which SendGrid's events bring back. */
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
        // The SDK itself rejects invalid e-mails before sending.
        throw error instanceof ProviderError
          ? error
          : new ProviderError(sendgridCall.provider, 'permanent', 'the e-mail could not be assembled')
      })
    },
  }
}

/** An address, with a name before it or not, whose domain is as the name system has it. */
function onTheWire(address: string): string {
  const text = address.trim()
  const at = text.lastIndexOf('@') + 1
  const [domain, end] = text.endsWith('>') ? [text.slice(at, -1), '>'] : [text.slice(at), '']
  return text.slice(0, at) + (asciiDomain(domain) || domain) + end
}

export const sendgridCall: VendorCall = { provider: 'sendgrid', effect: 'write' }

/** The used part of a mail service's internal client, which the typings lack. */
interface SdkClient {
  setApiKey(key: string): void
  setDefaultRequest(key: 'baseUrl', value: string): unknown
  setDefaultHeader(key: string, value: string): unknown
  createRequest(data: object): object
  request(data: object): Promise<unknown>
}

/**
 * A mail service for any base URL, with one time-out for the whole call and ProviderErrors. Connections are never
 * reused: one closed while idle would look like a send of unknown outcome.
 */
export function sendgridService(url: string, apiKey: string, timeoutMs: number): typeof mail {
  // The typings export only the shared instance, not its class.
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

/** Returns an acceptance. A refusal keeps only field names: the vendor's message may quote an address. */
function accepted(reply: unknown): unknown {
  const [{ statusCode, body }] = readReply(sendgridCall.provider, answer, reply)
  if (statusCode === 202) return reply
  if (statusCode >= 200 && statusCode < 300) throw malformedReply(sendgridCall.provider, statusCode)
  const fields = words.safeParse(body).data?.errors.flatMap(({ field }) => field ?? [])
  throw refusedCall(sendgridCall, { status: statusCode, detail: fields?.join(', ') || undefined })
}
