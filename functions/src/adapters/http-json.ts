import { ProviderError } from '../lib/errors.ts'
import { baseUrl } from './base-url.ts'
import { type HttpReply, type HttpRequest, httpExchange } from './http-exchange.ts'
import type { Effect } from './provider-failure.ts'

export interface JsonApiOptions {
  provider: string
  url: string
  headers: Record<string, string>
  /** Of one call, its reply's body included. */
  timeoutMs: number
}

export interface JsonRequest {
  method: HttpRequest['method']
  /** Parts of the path, not encoded. */
  path: string[]
  query?: Record<string, string>
  body?: object
  effect: Effect
  /** Of this call, where it is less than usual. */
  timeoutMs?: number | undefined
}

export interface JsonReply {
  status: number
  /** Undefined when there is none or it is not JSON. */
  body: unknown
  isEmpty: boolean
}

/** JSON over HTTP, any status is a reply. Throws ProviderError when there is none. */
export function jsonApi({ provider, url, headers, timeoutMs }: JsonApiOptions) {
  const exchange = httpExchange(provider, timeoutMs)
  const base = baseUrl(url)
  return async ({
    method,
    path,
    query = {},
    body,
    effect,
    timeoutMs: limit,
  }: JsonRequest): Promise<JsonReply> => {
    const search = new URLSearchParams(query).toString()
    const reply = await exchange({
      method,
      url: `${base}/${path.map(part => encodePart(provider, part)).join('/')}${search && `?${search}`}`,
      headers: {
        accept: 'application/json',
        ...headers,
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
      effect,
      timeoutMs: limit,
    })
    return { status: reply.status, body: parsed(reply), isEmpty: reply.text.trim() === '' }
  }
}

/** Empty and dot parts would silently address another resource. */
function encodePart(provider: string, part: string): string {
  if (/^\.{0,2}$/.test(part)) throw new ProviderError(provider, 'permanent', 'an id is missing or malformed')
  return encodeURIComponent(part)
}

function parsed({ text }: HttpReply): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
