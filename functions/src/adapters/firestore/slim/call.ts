import { parsedJson } from '../../json.ts'
import { codes, FirestoreError, failureIn } from './failure.ts'
import { post, type Server } from './post.ts'

/** A database and the credentials for it. */
export interface Address {
  /** `https://firestore.googleapis.com`, or `http://127.0.0.1:8080`. */
  server: Server
  /** `projects/…/databases/(default)`. */
  database: string
  /** An access token; a new one if the last one was refused. */
  token(isRefused: boolean): Promise<string>
}

export interface Call {
  method: 'batchGet' | 'commit' | 'runAggregationQuery'
  body: object
  /** Time-out. Milliseconds. */
  withinMs: number
}

/** One call, without retries. Returns the reply's JSON; throws FirestoreError for everything else. */
export async function call(
  address: Address,
  token: string,
  { method, body, withinMs }: Call,
): Promise<unknown> {
  const path = `/v1/${address.database}/documents:${method}`
  const { status, text } = await post(address.server, path, { token, body: JSON.stringify(body), withinMs })
  const reply = parsedJson(text)
  const failure = failureIn(status, reply)
  if (failure) throw failure
  if (reply === undefined) throw new FirestoreError(codes.UNKNOWN, 'the reply is no JSON')
  return reply
}
