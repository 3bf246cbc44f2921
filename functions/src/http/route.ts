import * as z from 'zod'
import type { Actor } from '../lib/actor.ts'
import type { Context, Rules } from '../lib/context.ts'
import { DomainError, type ErrorCode } from '../lib/errors.ts'
import { clientId, documentId } from '../lib/identifiers.ts'
import { MethodNotAllowed } from './problem.ts'
import type { HttpRequest } from './request.ts'

export type Access = Authenticated | 'webhook' | 'public'
export type Authenticated = 'operations' | 'staff' | 'landlord' | 'signed-in'

interface Example {
  readonly [field: string]: unknown
}

export interface Answer {
  status: 200 | 201 | 202 | 204
  says: string
  schema?: z.ZodType
  /** `application/json` unless set. */
  mediaType?: string
  orElse?: Readonly<Record<string, z.ZodType>>
  headers?: readonly ('Idempotent-Replayed' | 'Content-Disposition' | 'Content-Security-Policy' | 'Link')[]
  example?: Example
}

export const ok = (says: string, schema: z.ZodType, example?: Example): [Answer] => [
  { status: 200, says, schema, ...(example && { example }) },
]
export const created = (says: string, schema: z.ZodType, example: Example): [Answer] => [
  { status: 201, says, schema, example },
]
export const done = (says: string): [Answer] => [{ status: 204, says }]

interface Call<Who, Params, Query, Body> {
  caller: Who extends Authenticated ? Actor : undefined
  context: Context
  params: Params
  query: Query
  body: Body
  request: HttpRequest
}

export interface Row<Who extends Access, Params, Query, Body> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  access: Who
  id: string
  summary: string
  description?: string
  who?: string
  /** `idPath` unless set. */
  params?: z.ZodType<Params>
  query?: z.ZodType<Query>
  body?: z.ZodType<Body> | ((rules: Pick<Rules, 'chatLimits'>) => z.ZodType<Body>)
  example?: Example | readonly Example[]
  mayLackBody?: boolean
  bodyType?: 'application/x-www-form-urlencoded' | '*/*'
  answers: readonly Answer[]
  /** Beside every route's (`scripts/api/operation.ts`). */
  codes?: readonly ErrorCode[]
  /** Throws `forbidden`. */
  proof?(context: Context, request: HttpRequest): Promise<void>
  handle(call: Call<Who, Params, Query, Body>): Promise<object> | Promise<void>
}

export type Route = Row<Access, unknown, unknown, unknown>
export type Routes = () => Promise<readonly Route[]>

export const idPath = z.object({ id: clientId })
export const documentPath = z.object({ id: documentId })

export const route = <Who extends Access, Params = z.output<typeof idPath>, Query = unknown, Body = unknown>(
  row: Row<Who, Params, Query, Body>,
): Route => row

export type Place = Pick<Route, 'method' | 'path'>

export const nameOf = ({ method, path }: Place): string => `${method} ${path}`

interface MatchOf<Of> {
  route: Of
  params: Record<string, string>
}
export type Match = MatchOf<Route>

/** Throws `not-found` or `method-not-allowed`. */
export function findRoute(routes: readonly Route[], method: string, path: string): Match {
  const found = matches(routes, path)
  if (found.length === 0) throw new DomainError('not-found', 'There is nothing at this path.')
  // Node omits the body.
  const sought = method === 'HEAD' ? 'GET' : method
  const match = found.find(({ route }) => route.method === sought)
  if (match) return match
  throw new MethodNotAllowed(found.map(({ route }) => route.method))
}

export function matches<Of extends { path: string }>(routes: readonly Of[], path: string): MatchOf<Of>[] {
  const parts = path
    .replace(/(.)\/$/, '$1')
    .split('/')
    .map(decode)
  return routes.flatMap(route => {
    const params = paramsIn(parts, partsOf(route.path))
    return params ? [{ route, params }] : []
  })
}

const patterns = new Map<string, readonly string[]>()

function partsOf(pattern: string): readonly string[] {
  const parts = patterns.get(pattern) ?? pattern.split('/')
  patterns.set(pattern, parts)
  return parts
}

function paramsIn(
  parts: readonly (string | undefined)[],
  pattern: readonly string[],
): Record<string, string> | undefined {
  if (parts.length !== pattern.length) return undefined
  const params: Record<string, string> = {}
  for (const [position, part] of pattern.entries()) {
    const value = parts[position]
    if (value === undefined) return undefined
    if (part.startsWith(':')) params[part.slice(1)] = value
    else if (part !== value) return undefined
  }
  return params
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
