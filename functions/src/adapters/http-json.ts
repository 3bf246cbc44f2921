import { Agent } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import fetch from 'node-fetch'
import { ProviderError } from '../lib/errors.ts'
import { baseUrl } from './base-url.ts'
import { type Effect, lostCall, parsedJson } from './provider-failure.ts'

export interface JsonApiOptions {
  provider: string
  url: string
  headers: Record<string, string>
  timeoutMs: number
}

export interface JsonRequest {
  method: HttpRequest['method']
  /** Not encoded. */
  path: string[]
  query?: Record<string, string>
  body?: object
  effect: Effect
  timeoutMs?: number | undefined
}

export interface JsonReply {
  status: number
  /** Undefined unless JSON. */
  body: unknown
  isEmpty: boolean
  header: HttpReply['header']
}

/** Any status is a reply. Throws ProviderError without one. */
export function jsonApi({ provider, url, headers, timeoutMs }: JsonApiOptions) {
  const exchange = httpExchange(provider, timeoutMs)
  const base = baseUrl(url)
  return async ({ path, query = {}, body, ...request }: JsonRequest): Promise<JsonReply> => {
    const search = new URLSearchParams(query).toString()
    const { status, text, header } = await exchange({
      ...request,
      url: `${base}/${path.map(part => encodePart(provider, part)).join('/')}${search && `?${search}`}`,
      headers: {
        accept: 'application/json',
        ...headers,
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    })
    return { status, body: parsedJson(text), isEmpty: text.trim() === '', header }
  }
}

/** Empty and dot segments address other resources. */
function encodePart(provider: string, part: string): string {
  if (/^\.{0,2}$/.test(part)) throw new ProviderError(provider, 'permanent', 'an id is missing or malformed')
  return encodeURIComponent(part)
}

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: string | Buffer | undefined
  effect: Effect
  timeoutMs?: number | undefined
}

export interface HttpReply {
  status: number
  text: string
  header(name: string): string | null
}

/** Load balancers close idle connections later. */
const idleMs = 4000
const maxReplyBytes = 20_000_000

/** A redirect would carry the key elsewhere. */
export function httpExchange(provider: string, timeoutMs: number) {
  const plain = new Agent({ keepAlive: true, timeout: idleMs })
  const secure = new SecureAgent({ keepAlive: true, timeout: idleMs })
  return async ({ url, body, effect, timeoutMs: limit, ...request }: HttpRequest): Promise<HttpReply> => {
    try {
      const response = await fetch(url, {
        ...request,
        ...(body !== undefined && { body }),
        agent: ({ protocol }) => (protocol === 'http:' ? plain : secure),
        signal: AbortSignal.timeout(limit ?? timeoutMs),
        redirect: 'manual',
        size: maxReplyBytes,
      })
      const { status, headers } = response
      return { status, text: await response.text(), header: name => headers.get(name) }
    } catch (error) {
      throw lostCall({ provider, effect }, error)
    }
  }
}
