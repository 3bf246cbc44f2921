import type * as z from 'zod'
import type { ErrorCode } from '../lib/errors.ts'
import type { Route } from './route.ts'

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
  /** Names of response headers beside those of every answer. */
  headers?: readonly ('Idempotent-Replayed' | 'Content-Disposition' | 'Content-Security-Policy')[]
  example?: Example
}

/** What the document says of a route; method and path are those of its row in `routes.ts`. */
export interface Operation {
  id: string
  summary: string
  description?: string
  /** Who is let in. */
  who: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: {
    schema: z.ZodType
    example?: Example
    isOptional?: boolean
    /** Sent as `application/x-www-form-urlencoded`. */
    isForm?: boolean
  }
  answers: readonly Answer[]
  /** The codes of its own; those of every route stand in `codesOf`. */
  codes: readonly ErrorCode[]
}

type Door = `${Route['method']} /${string}`

/** By method and path: `GET /chat/threads/:id`. */
export type Operations = Readonly<Record<Door, Operation>>

const always: readonly ErrorCode[] = ['payload-too-large', 'internal']

const byAccess: Record<Route['access'], readonly ErrorCode[]> = {
  'signed-in': ['validation-failed', 'unauthenticated', 'forbidden', 'provider-unavailable', ...always],
  webhook: ['validation-failed', 'forbidden', ...always],
  public: always,
}

/** Every code that a route can answer with. */
export const codesOf = (access: Route['access'], { codes }: Operation): ErrorCode[] => [
  ...new Set([...codes, ...byAccess[access]]),
]

export const done = (says: string): Answer => ({ status: 204, says })
