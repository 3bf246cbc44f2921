import type { Cloud } from './cloud.ts'

/** One request, as it reached a service. */
export interface Call {
  readonly cloud: Cloud
  readonly method: string
  readonly path: string
  /** The named segments of the path. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** The parsed JSON, or an empty object. */
  readonly body: Json
  readonly bytes: Buffer
}

export type Json = Readonly<Record<string, unknown>>

/** A JSON body with status 200, or a whole reply. */
type Answer = Json | Reply

/**
 * The part of one of Google's APIs that deployments use: handlers by method and path. Paths are written as in Google's
 * documentation: `{name}` is one segment, `{name=**}` all that follow.
 */
export type Service = Readonly<Record<string, (call: Call) => Answer>>

/** By host. */
export type Services = Readonly<Record<string, Service>>

/** Any reply other than JSON with status 200. */
export class Reply {
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, body: string, headers: Readonly<Record<string, string>> = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }

  static json(status: number, body: unknown): Reply {
    return new Reply(status, JSON.stringify(body), { 'content-type': 'application/json' })
  }
}

/** A refusal in the format of Google's APIs. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly details: readonly Json[]

  constructor(status: number, code: string, message: string, details: readonly Json[] = []) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }

  get reply(): Reply {
    const { status, code, message, details } = this
    return Reply.json(status, { error: { code: status, status: code, message, details } })
  }
}

export const asJson = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? { ...value } : {}

export const notFound = (what: string): Refusal => new Refusal(404, 'NOT_FOUND', `${what} not found.`)

/** The first matching route of a service. */
export function findRoute(service: Service, method: string, path: string) {
  for (const [route, answer] of Object.entries(service)) {
    const match = compiled(route).exec(`${method} ${path}`)
    if (match) return { answer, params: { ...match.groups } }
  }
  return undefined
}

const patterns = new Map<string, RegExp>()

function compiled(pattern: string): RegExp {
  const known = patterns.get(pattern)
  if (known) return known
  const source = pattern
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replace(/\{(\w+)=\\\*\\\*\}/g, '(?<$1>[^:]+)')
    .replace(/\{(\w+)\}/g, '(?<$1>[^/:]+)')
  const made = new RegExp(`^${source}$`)
  patterns.set(pattern, made)
  return made
}
