import {
  type ClientRequest,
  Agent as PlainAgent,
  request as plainRequest,
  type RequestOptions,
} from 'node:http'
import { Agent, request } from 'node:https'
import { codes, FirestoreError, failureIn } from './failure.ts'

/** Read once, and not for each call. */
type Server = Pick<RequestOptions, 'protocol' | 'hostname' | 'port'>

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

/** Connections are kept, shared by all databases of the process. The last one that was used is the first to be used again. */
const kept = { keepAlive: true, keepAliveMsecs: 30_000, maxSockets: 128, scheduling: 'lifo' } as const
const [agent, plainAgent] = [new Agent(kept), new PlainAgent(kept)]

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

const send = ({ protocol, hostname, port }: Server, path: string, { token, body, withinMs }: Sent) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const isPlain = protocol === 'http:'
    const options = {
      method: 'POST',
      hostname,
      port,
      path,
      agent: isPlain ? plainAgent : agent,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
    }
    const sent: ClientRequest = isPlain ? plainRequest(options) : request(options)
    const end = (error: FirestoreError) => {
      clearTimeout(timer)
      reject(error)
      sent.destroy()
    }
    const timer = setTimeout(
      () => end(new FirestoreError(codes.DEADLINE_EXCEEDED, `no answer within ${withinMs} ms`)),
      withinMs,
    )
    sent.on('error', error => end(broken(error)))
    sent.on('response', response => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
      })
      response.on('error', error => end(broken(error)))
      response.on('end', () => {
        clearTimeout(timer)
        if (response.complete) resolve({ status: response.statusCode ?? 0, text })
        else end(new FirestoreError(codes.UNAVAILABLE, 'the answer broke off'))
      })
    })
    sent.end(body)
  })

/** Where no connection was made, nothing was sent. */
function broken(error: NodeJS.ErrnoException): FirestoreError {
  const isUnsent = error.syscall === 'connect' || error.syscall === 'getaddrinfo'
  return new FirestoreError(codes.UNAVAILABLE, `the connection failed: ${error.code}`, { isUnsent })
}
