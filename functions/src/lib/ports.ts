/** What every verb may ask of its surroundings. The ports of one feature stand in that feature's `ports.ts`. */

export interface Clock {
  now(): Date
  /** Resolves after that many milliseconds. */
  sleep(milliseconds: number): Promise<void>
}

export interface Ids {
  message(): string
  audit(): string
  attempt(): string
  claim(): string
}

/** Fields must never hold a phone number, message body, e-mail address, token or secret. */
export interface Log {
  info(event: string, fields?: Record<string, unknown>): void
  warn(event: string, fields?: Record<string, unknown>): void
  error(event: string, fields?: Record<string, unknown>): void
}

export interface System {
  clock: Clock
  ids: Ids
  log: Log
}

/** A document as an event of the platform tells of it, with the store's own values. */
export interface EventDocument {
  fields: Record<string, unknown>
  updateTime: { seconds: number; nanoseconds: number }
}

/** A document's version; a write conditional on it fails if the document has changed. */
export type Revision = string & { readonly __revision: never }

export interface Versioned<T> {
  value: T
  revision: Revision
}
