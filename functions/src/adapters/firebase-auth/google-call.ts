import http from 'node:http'
import https from 'node:https'
import { text } from 'node:stream/consumers'
import { retry } from '../../lib/durable/retry.ts'
import { parsedJson } from '../json.ts'
import { systemClock } from '../system.ts'

export interface GoogleCall {
  /** `https:`, or `http:` for an emulator. */
  url: URL
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: object
}

export interface GoogleReply {
  status: number
  headers: http.IncomingHttpHeaders
  /** Undefined if it is not JSON. */
  body: unknown
}

const withinMs = 10_500

/** A read-only call, retried when the connection breaks or the service is busy. */
export const googleCall = (call: GoogleCall): Promise<GoogleReply> =>
  retry(
    { clock: systemClock },
    { tries: 3, backoff: { baseMs: 50, capMs: 500 }, isWorthIt: error => !(error instanceof TypeError) },
    async () => {
      const reply = await once(call)
      if (reply.status === 503) throw new Error('the service is busy')
      return reply
    },
  )

const once = ({ url, headers, body }: GoogleCall) =>
  new Promise<GoogleReply>((resolve, reject) => {
    const sent = (url.protocol === 'http:' ? http : https).request(
      {
        hostname: url.hostname,
        port: url.port,
        path: `${url.pathname}${url.search}`,
        method: body ? 'POST' : 'GET',
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        timeout: withinMs,
      },
      response => {
        text(response).then(
          said =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: parsedJson(said),
            }),
          reject,
        )
      },
    )
    sent.on('error', reject).on('timeout', () => sent.destroy(new Error('no answer in time')))
    sent.end(body && JSON.stringify(body))
  })
