export interface Clock {
  now(): Date
  sleep(milliseconds: number): Promise<void>
}

export interface Ids {
  message(): string
  audit(): string
  attempt(): string
  claim(): string
}

/** Fields never hold a phone number, message body, e-mail address, token or secret. */
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

export interface EventDocument {
  fields: Record<string, unknown>
  updateTime: { seconds: number; nanoseconds: number }
}

export type Revision = string & { readonly __revision: never }

export interface Versioned<T> {
  value: T
  revision: Revision
}

export interface Seal {
  seal(text: string, use: string): Promise<string>
  /** Undefined for another use. */
  open(sealed: string, use: string): Promise<string | undefined>
}
