import http from 'node:http'
import https from 'node:https'
import { codes, FirestoreError } from './failure.ts'

/** `https://firestore.googleapis.com`, or `http://127.0.0.1:8080`. */
export interface Server {
  protocol?: string | null | undefined
  hostname?: string | null | undefined
  port?: number | string | null | undefined
}

interface Posted {
  token: string
  body: string
  /** Time-out for the whole answer. Milliseconds. */
  withinMs: number
}

interface HttpReply {
  status: number
  text: string
}

/** A connection idle for longer may be silently dead. Milliseconds. */
const maxIdleMs = 60_000

/** LIFO, so that surplus connections go idle and close. Shared by all databases of the process. */
const options = {
  keepAlive: true,
  keepAliveMsecs: 30_000,
  scheduling: 'lifo',
  maxSockets: 128,
  maxFreeSockets: 128,
  timeout: maxIdleMs,
} as const
const plain = { request: http.request, agent: new http.Agent(options), opened: 'connect' }
const secure = { request: https.request, agent: new https.Agent(options), opened: 'secureConnect' }
let lastUsed = 0

/**
 * Posts JSON over a keep-alive connection. Returns any reply of the server; throws FirestoreError without a complete
 * one. Its `isUnsent` means that there was no connection, so nothing can have been processed.
 */
export const post = (server: Server, path: string, { token, body, withinMs }: Posted): Promise<HttpReply> =>
  new Promise((resolve, reject) => {
    const { hostname, port, protocol } = server
    const { request, agent, opened } = protocol === 'https:' ? secure : plain
    const now = performance.now()
    // A timer would not help: an instance without requests may be frozen, with its timers.
    if (now - lastUsed > maxIdleMs) closeIdle(agent)
    lastUsed = now
    let wasConnected = false
    const fail = (code: (typeof codes)[keyof typeof codes], detail: string): void => {
      clearTimeout(timer)
      reject(new FirestoreError(code, detail, { isUnsent: !wasConnected }))
    }
    const broken = ({ code, message }: NodeJS.ErrnoException): void =>
      fail(codes.UNAVAILABLE, `the connection failed: ${code ?? message}`)
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    const sent = request({ agent, protocol, hostname, port, path, method: 'POST', headers })
    const timer = setTimeout(() => {
      fail(codes.DEADLINE_EXCEEDED, `no answer within ${withinMs} ms`)
      sent.destroy()
      // If one connection is dead, the idle ones may be too.
      closeIdle(agent)
    }, withinMs)
    sent
      .on('socket', socket => {
        wasConnected = !socket.connecting
        if (socket.connecting)
          socket.once(opened, () => {
            wasConnected = true
          })
      })
      .on('error', broken)
      .on('response', reply => {
        let text = ''
        reply
          .setEncoding('utf8')
          .on('data', (piece: string) => {
            text += piece
          })
          .on('error', broken)
          .on('end', () => {
            clearTimeout(timer)
            resolve({ status: reply.statusCode ?? 0, text })
          })
      })
      .end(body)
  })

function closeIdle({ freeSockets }: http.Agent): void {
  for (const socket of Object.values(freeSockets).flat()) socket?.destroy()
}
