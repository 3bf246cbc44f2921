/** Every stand-in is a function from a request to a reply, with state behind it. */

export const vendorNames = [
  'channel-manager',
  'twilio',
  'sendgrid',
  'algolia',
  'guest-platform',
  'storage',
] as const
export type VendorName = (typeof vendorNames)[number]

export type HeaderMap = Readonly<Record<string, string>>

export interface VendorRequest {
  readonly method: string
  /** Path after the vendor prefix, without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: HeaderMap
  readonly contentType: string
  /** Parsed JSON, a form as an object of strings, the raw text when it is neither, null when empty. */
  readonly body: unknown
  /** The body, as it came. */
  readonly bytes: Buffer
}

export interface Reply {
  readonly status: number
  readonly headers?: HeaderMap
  /** Sent as JSON, bytes as they are; undefined sends no body at all. */
  readonly body?: unknown
}

export interface Vendor {
  handle(request: VendorRequest): Reply | Promise<Reply>
  /** The vendor's own error format, for faults that name only a status. */
  errorBody(status: number): unknown
  state(): object
  reset(): void
}

/** Thrown anywhere below a vendor's handler to answer at once. */
export class Refusal extends Error {
  readonly reply: Reply

  constructor(reply: Reply) {
    super(`refused with ${reply.status}`)
    this.reply = reply
  }
}

export const json = (status: number, body: unknown): Reply => ({ status, body })
