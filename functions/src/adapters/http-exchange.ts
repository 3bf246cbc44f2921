import { Agent } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import fetch from 'node-fetch'
import { type Effect, lostCall } from './provider-failure.ts'

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: string | Buffer | undefined
  effect: Effect
  /** Of this call, where it is less than usual. */
  timeoutMs?: number | undefined
}

export interface HttpReply {
  status: number
  text: string
}

/** Shorter than what load balancers allow an idle connection, so that a reused one is seldom a closed one. */
const idleMs = 4000
/** No reply of any vendor comes near it. */
const maxReplyBytes = 20_000_000

/**
 * HTTP with one time-out over everything, the reply's body included, and connections kept for the next call. Any
 * status is a reply; no reply is a ProviderError. Redirects are not followed: they would carry the key elsewhere.
 */
export function httpExchange(provider: string, timeoutMs: number) {
  const plain = new Agent({ keepAlive: true, timeout: idleMs })
  const secure = new SecureAgent({ keepAlive: true, timeout: idleMs })
  return async ({
    method,
    url,
    headers,
    body,
    effect,
    timeoutMs: limit,
  }: HttpRequest): Promise<HttpReply> => {
    try {
      const response = await fetch(url, {
        method,
        headers,
        ...(body !== undefined && { body }),
        agent: ({ protocol }) => (protocol === 'http:' ? plain : secure),
        signal: AbortSignal.timeout(limit ?? timeoutMs),
        redirect: 'manual',
        size: maxReplyBytes,
      })
      return { status: response.status, text: await response.text() }
    } catch (error) {
      throw lostCall({ provider, effect }, error)
    }
  }
}
