import mail from '@sendgrid/mail'
import { z } from 'zod'
import { lostCall, refusedCall, type VendorCall } from '../provider-failure.ts'

export const sendgridCall: VendorCall = { provider: 'sendgrid', effect: 'write' }

/** What is used of the client that each mail service makes for itself; the typings do not show it. */
interface SdkClient {
  setApiKey(key: string): void
  setDefaultRequest(key: 'baseUrl', value: string): unknown
  setDefaultHeader(key: string, value: string): unknown
  createRequest(data: object): object
  request(data: object): Promise<unknown>
}

/**
 * A mail service of our own, for any base URL, with one time-out over everything and errors as ProviderErrors. A
 * connection is never reused: an idle one that the other side has closed would look like a send of unknown outcome.
 */
export function sendgridService(url: string, apiKey: string, timeoutMs: number): typeof mail {
  // The typings show the shared instance only, not its class.
  const service: typeof mail = Reflect.construct(mail.constructor, [])
  const client: SdkClient = Reflect.get(service, 'client')
  client.setApiKey(apiKey)
  client.setDefaultRequest('baseUrl', url)
  client.setDefaultHeader('Connection', 'close')

  const createRequest = client.createRequest.bind(client)
  client.createRequest = data =>
    Object.assign(createRequest(data), { signal: AbortSignal.timeout(timeoutMs), maxRedirects: 0 })

  const request = client.request.bind(client)
  client.request = data =>
    request(data).catch((error: unknown) => {
      throw translated(error)
    })
  return service
}

const refusal = z.object({ code: z.number().int(), response: z.object({ body: z.unknown() }) })
const words = z.object({ errors: z.array(z.object({ field: z.string().nullish() })) })

/** Only the names of the refused fields are kept: the vendor's words may quote an address. */
function translated(error: unknown) {
  const reply = refusal.safeParse(error).data
  if (!reply) return lostCall(sendgridCall, error)
  const fields = words.safeParse(reply.response.body).data?.errors.flatMap(({ field }) => field ?? [])
  return refusedCall(sendgridCall, { status: reply.code, detail: fields?.join(', ') || undefined })
}
