import type * as z from 'zod'
import type { ErrorCode } from '../lib/errors.ts'

/** Who may call a route. Who calls a webhook is proven by its handler. */
export type Access = Authenticated | 'webhook' | 'public'
export type Authenticated = 'operations' | 'staff' | 'landlord' | 'signed-in'

interface Example {
  readonly [field: string]: unknown
}

/** One answer that is no problem document. */
export interface Answer {
  status: 200 | 201 | 202 | 204
  says: string
  schema?: z.ZodType
  /** `application/json` unless told. */
  mediaType?: string
  /** What it is instead where the request asks for another media type. */
  orElse?: Readonly<Record<string, z.ZodType>>
  /** Names of response headers beside those of every answer. */
  headers?: readonly ('Idempotent-Replayed' | 'Content-Disposition' | 'Content-Security-Policy' | 'Link')[]
  example?: Example
}

/** What the document says of a route. */
export interface Docs {
  /** The name of the operation. */
  id: string
  summary: string
  description?: string
  /** Who is let in, where the route's access does not say it. */
  who?: string
  /** Ids that clients choose, unless told. */
  params?: z.ZodObject
  query?: z.ZodObject
  body?: {
    schema: z.ZodType
    example?: Example | readonly Example[]
    isOptional?: boolean
    /** `application/json` unless told. */
    mediaType?: 'application/x-www-form-urlencoded' | '*/*'
  }
  answers: readonly Answer[]
  /** The codes of its own, if there are any; those of every route stand in `codesOf`. */
  codes?: readonly ErrorCode[]
}

const always: readonly ErrorCode[] = ['payload-too-large', 'internal']
const proven: readonly ErrorCode[] = [
  'validation-failed',
  'unauthenticated',
  'forbidden',
  'provider-unavailable',
  ...always,
]

const byAccess: Record<Access, { who: string; codes: readonly ErrorCode[] }> = {
  operations: { who: 'Operations staff', codes: proven },
  staff: { who: 'Staff', codes: proven },
  landlord: { who: 'Landlords', codes: [...proven, 'rate-limited'] },
  'signed-in': { who: 'Everybody signed in', codes: [...proven, 'rate-limited'] },
  webhook: { who: 'A provider', codes: ['validation-failed', 'forbidden', ...always] },
  public: { who: 'Anybody', codes: always },
}

/** Every code that a route can answer with. */
export const codesOf = (access: Access, { codes = [] }: Docs): ErrorCode[] => [
  ...new Set([...codes, ...byAccess[access].codes]),
]

/** Who is let in. */
export const whoOf = (access: Access, { who = byAccess[access].who }: Docs): string => who

/** One answer with a body, or none. */
export const ok = (says: string, schema: z.ZodType, example?: Example): [Answer] => [
  { status: 200, says, schema, ...(example && { example }) },
]
export const done = (says: string): [Answer] => [{ status: 204, says }]
