import type { Actor } from '../lib/actor.ts'
import { DomainError } from '../lib/errors.ts'
import type { Access, Authenticated, Docs } from './docs.ts'
import type { Call, Handler } from './handler.ts'

type CallerOf<Who extends Access> = Who extends Authenticated ? Actor : undefined

interface Facts<Who extends Access> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With parameters: `/chat/threads/:id`. */
  path: `/${string}`
  access: Who
  /** How many bytes a body may have, where that is more than usual. */
  maxBytes?: number
  /** A body is taken as it is, whatever its type, in place of JSON. */
  takesBytes?: true
}

interface Documented {
  docs(): Docs
}

type Definition<Who extends Access> = Facts<Who> &
  Documented &
  (
    | { handle: Handler<CallerOf<Who>>; answer?: undefined }
    /** The body of a 200; without one it is a 204. */
    | { handle?: undefined; answer(call: Call<CallerOf<Who>>): Promise<object> | Promise<void> }
  )

interface RouteFor<Who extends Access> extends Facts<Who> {
  /** The path's, in their order. */
  parts: readonly string[]
  handler(): Promise<Handler<CallerOf<Who>>>
}
type OneOf<Who> = Who extends Access ? RouteFor<Who> : never
export type Route = OneOf<Access>
export type DocumentedRoute = Route & Documented

/**
 * All of one route: where it is, who may call it, what it does, and what the document of the API says of it. In the
 * deployable its file is imported at the first call (`scripts/build/lazy-routes.ts`).
 */
export const route = <Who extends Access>({
  answer,
  handle = async call => {
    const body = await answer?.(call)
    return body === undefined ? { status: 204 } : { status: 200, body }
  },
  ...facts
}: Definition<Who>): RouteFor<Who> & Documented => ({
  ...facts,
  parts: facts.path.split('/'),
  handler: async () => handle,
})

export const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method} ${path}`

export interface Match {
  route: Route
  params: Record<string, string>
}

/** Finds the route of a request, or throws `not-found` or `method-not-allowed`. */
export function findRoute(routes: readonly Route[], method: string, path: string): Match {
  const matches = matchesOf(routes, path)
  if (matches.length === 0) throw new DomainError('not-found', 'There is nothing at this path.')
  // The answer's body is left out by Node itself.
  const asked = method === 'HEAD' ? 'GET' : method
  const match = matches.find(({ route }) => route.method === asked)
  if (match) return match
  throw new MethodNotAllowed(matches.map(({ route }) => route.method))
}

/** How many bytes a body at this path may have beyond what is usual. */
export const maxBytesAt = (routes: readonly Route[], path: string): number =>
  Math.max(0, ...matchesOf(routes, path).map(({ route: { maxBytes = 0 } }) => maxBytes))

/** Those whose path fits, whatever their method. */
function matchesOf(routes: readonly Route[], path: string): Match[] {
  const given = path
    .replace(/(.)\/$/, '$1')
    .split('/')
    .map(decode)
  return routes.flatMap(route => {
    const params = paramsIn(given, route.parts)
    return params ? [{ route, params }] : []
  })
}

export class MethodNotAllowed extends DomainError {
  readonly allow: string

  constructor(methods: readonly string[]) {
    const allow = methods.join(', ')
    super('method-not-allowed', `This path takes ${allow}.`)
    this.allow = allow
  }
}

/** Parameters of a path that fits; undefined for one that does not, or that is not properly encoded. */
function paramsIn(
  given: readonly (string | undefined)[],
  expected: readonly string[],
): Record<string, string> | undefined {
  if (given.length !== expected.length) return undefined
  const params: Record<string, string> = {}
  for (const [position, part] of expected.entries()) {
    const value = given[position]
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
