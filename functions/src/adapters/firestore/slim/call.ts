import { codes, FirestoreError, failureIn } from './failure.ts'
import type { HttpReply } from './http-reply.ts'
import { type Exchange, linesTo, type Server } from './lines.ts'

/** Where a database is, and who asks. */
export interface Address {
  /** Of `https://firestore.googleapis.com` or `http://127.0.0.1:8080`, say. */
  server: Server
  /** `projects/…/databases/(default)`. */
  database: string
  /** An access token; a new one where the last one was refused. */
  token(isRefused: boolean): Promise<string>
}

export interface Call {
  method: 'batchGet' | 'commit'
  body: object
  /** How long the answer may take. Milliseconds. */
  withinMs: number
}

/** One call, made once. Answers the reply's JSON; throws FirestoreError for everything else. */
export async function call(
  address: Address,
  token: string,
  { method, body, withinMs }: Call,
): Promise<unknown> {
  const path = `/v1/${address.database}/documents:${method}`
  const { status, text } = await send(address.server, path, { token, body: JSON.stringify(body), withinMs })
  const reply = parsed(text)
  const failure = failureIn(status, reply)
  if (failure) throw failure
  if (reply === undefined) throw new FirestoreError(codes.UNKNOWN, 'the reply is no JSON')
  return reply
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

interface Sent {
  token: string
  body: string
  withinMs: number
}

const send = (server: Server, path: string, { token, body, withinMs }: Sent): Promise<HttpReply> =>
  new Promise((resolve, reject) => {
    const lines = linesTo(server)
    const exchange: Exchange = {
      request: `POST ${path} HTTP/1.1\r
host: ${hostOf(server)}\r
authorization: Bearer ${token}\r
content-type: application/json\r
content-length: ${Buffer.byteLength(body)}\r
\r
${body}`,
      answered: reply => {
        clearTimeout(timer)
        resolve(reply)
      },
      brokeOff: (error, wasConnected) => {
        clearTimeout(timer)
        const what = error ? `the connection failed: ${error.code ?? error.message}` : 'the answer broke off'
        reject(new FirestoreError(codes.UNAVAILABLE, what, { isUnsent: !wasConnected }))
      },
    }
    const timer = setTimeout(() => {
      reject(new FirestoreError(codes.DEADLINE_EXCEEDED, `no answer within ${withinMs} ms`))
      lines.giveUp(exchange)
    }, withinMs)
    lines.begin(exchange)
  })

const hostOf = ({ hostname, port }: Server): string => (port ? `${hostname}:${port}` : `${hostname}`)
