import type { Actor } from '../lib/actor.ts'
import { DomainError } from '../lib/errors.ts'
import { lazily } from '../lib/lazily.ts'
import type { Handler } from './handler.ts'

/** What a route's module is imported for. Beside it, it holds the schemas of what is sent and what is answered. */
export interface RouteModule<Caller> {
  handle: Handler<Caller>
}

/**
 * One line of a table of routes: who may call it, where its module is, and how many bytes a body may have where that is
 * more than usual. The module is imported when it is first called. Who calls a webhook is proven by its handler.
 */
type RowFor<Access, Caller> = Access extends string
  ? readonly [access: Access, load: () => Promise<RouteModule<Caller>>, maxBytes?: number]
  : never
type Row = RowFor<'operations' | 'staff' | 'signed-in', Actor> | RowFor<'webhook' | 'public', undefined>

export type Access = Row[0]

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** By method and path: `GET /chat/threads/:id`. */
export type RouteTable = Readonly<Record<`${Method} /${string}`, Row>>

export interface Route {
  method: string
  path: string
  /** The path's, in their order. */
  parts: readonly string[]
  row: Row
}

export const routesOf = (table: RouteTable): Route[] =>
  Object.entries(table).map(([name, row]) => {
    const [method = '', path = ''] = name.split(' ')
    return { method, path, parts: path.split('/'), row: loadedOnce(row) }
  })

/** Importing a module again takes some time, too. */
function loadedOnce(row: Row): Row {
  const [access, , ...bytes] = row
  if (access === 'webhook' || access === 'public') return [access, lazily(row[1]), ...bytes]
  return [access, lazily(row[1]), ...bytes]
}

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
  Math.max(0, ...matchesOf(routes, path).map(({ route: { row } }) => row[2] ?? 0))

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
