import http from 'node:http'
import https from 'node:https'
import { codes, FirestoreError } from './failure.ts'

/** Of `https://firestore.googleapis.com` or `http://127.0.0.1:8080`, say. */
export interface Server {
  protocol?: string | null | undefined
  hostname?: string | null | undefined
  port?: number | string | null | undefined
}

interface Posted {
  token: string
  body: string
  /** How long the whole answer may take. Milliseconds. */
  withinMs: number
}

interface HttpReply {
  status: number
  text: string
}

/** A connection that was idle for longer may be gone without a word. Milliseconds. */
const maxIdleMs = 60_000

/** The connection that was used last is used first, so that the others can end. Shared by all databases of the process. */
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
 * Posts JSON over a connection that is kept. Answers whatever the server replies; throws FirestoreError where no whole
 * reply comes. Its `isUnsent` says that there never was a connection, so that nothing can have been processed.
 */
export const post = (server: Server, path: string, { token, body, withinMs }: Posted): Promise<HttpReply> =>
  new Promise((resolve, reject) => {
    const { hostname, port, protocol } = server
    const { request, agent, opened } = protocol === 'https:' ? secure : plain
    const now = performance.now()
    // A timer is no help here: an instance without requests may stand still, its timers with it.
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
      // Where one connection is silent, those that are idle may be dead as well.
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
