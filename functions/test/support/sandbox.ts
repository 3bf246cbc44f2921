export type Vendor = 'channel-manager' | 'twilio' | 'sendgrid' | 'algolia' | 'guest-platform' | 'storage'

export interface SandboxRequest {
  /** In order of arrival, from 1. */
  number: number
  vendor: Vendor
  method: string
  path: string
  headers: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: a body's shape is what the tests are about
  body: any
  at: string
  status: number | null
}

export interface Fault {
  vendor: Vendor
  method?: string
  path?: string
  mode: 'status' | 'reset' | 'processed-then-reset' | 'timeout' | 'delay' | 'malformed'
  status?: number
  body?: unknown
  headers?: Record<string, string>
  delayMs?: number
  times?: number
  skip?: number
  processed?: boolean
}

let faults = 0

/** How many faults were played, in any test of this process. */
export const faultsSoFar = (): number => faults

/** The control side of a sandbox (docs/contract.md, section 4). */
export const sandboxAt = (url: string) => {
  const control = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}/_sandbox/${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    const text = await response.text()
    return text === '' ? undefined : JSON.parse(text)
  }
  /** Requests after that number. */
  const requests = (vendor: Vendor, after = 0): Promise<SandboxRequest[]> =>
    control('GET', `requests?vendor=${vendor}&after=${after}`)
  return {
    url,
    control,
    requests,
    /** Requests that come during `run`. */
    async requestsDuring(vendor: Vendor, run: () => Promise<unknown>): Promise<SandboxRequest[]> {
      const before = (await requests(vendor)).at(-1)?.number
      await run()
      return requests(vendor, before)
    },
    // biome-ignore lint/suspicious/noExplicitAny: a state's shape is what the tests are about
    state: (vendor: Vendor): Promise<any> => control('GET', `state?vendor=${vendor}`),
    fault: (fault: Fault): Promise<void> => {
      faults += 1
      return control('POST', 'faults', fault)
    },
    clearFaults: (): Promise<void> => control('DELETE', 'faults'),
    reset: (): Promise<void> => control('POST', 'reset'),
    seed: (seed: object): Promise<void> => control('POST', 'seed', { vendor: 'channel-manager', ...seed }),
    /** Books at the OTA; returns the revision and the answers to the webhook calls. */
    book: (
      booking: object,
    ): Promise<{
      revision: { id: string; attributes: { booking_id: string; rooms: object[] } }
      webhooks: { status: number }[]
    }> => control('POST', 'channel-manager/booking', booking),
    /** Removes the revisions of a property from the feed, unacknowledged. */
    forgetFeed: (propertyId: string): Promise<{ forgotten: number }> =>
      control('POST', 'channel-manager/forget', { propertyId }),
    /** Writes in an OTA's inbox; the functions get an event, unless `event` is false. */
    writeAtOta: (message: object): Promise<{ threadId: string; messageId: string }> =>
      control('POST', 'channel-manager/message', message),
    /** Makes the channel manager call the project; returns the project's status. */
    announce: (call: object): Promise<{ status: number }> =>
      control('POST', 'channel-manager/event', { event: 'booking', ...call }),
    confirmInvoice: (confirmation: object): Promise<{ status: number }> =>
      control('POST', 'billing/confirm', confirmation),
    /** Makes the mailer report an e-mail; returns the project's status. */
    tellEmail: (event: object): Promise<{ status: number }> => control('POST', 'sendgrid/event', event),
    inbound: (
      message: Record<string, string | boolean>,
    ): Promise<{ status: number; body: string; messageSid: string }> =>
      control('POST', 'twilio/inbound', message),
    /** Makes the provider report a send; returns the project's answer. */
    tell: (
      report: Record<string, string | number>,
    ): Promise<{ status: number; body: string; messageSid: string }> =>
      control('POST', 'twilio/status', report),
  }
}

export type SandboxAt = ReturnType<typeof sandboxAt>
