import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { session } from '../session/session.ts'
import { ApiError, failureOf, offline } from './problem.ts'

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
  signal?: AbortSignal | undefined
  /** Only as that user: somebody else may have signed in meanwhile. */
  as?: string
}

const timeoutMs = 60_000

/** A request to the API as the signed-in user. Throws ApiError; a token that is refused twice ends the session. */
export async function call<T>(request: Call): Promise<T> {
  const response = await respond(request)
  const { status, headers } = response
  const hasBody = headers.get('Content-Type')?.startsWith('application/json')
  if (status === 204 || (status === 202 && !hasBody)) return undefined as T
  // The one place where a reply's type is believed: it comes from the same sources as the code that wrote it.
  return (await response.json().catch((cause: unknown) => Promise.reject(offline(cause)))) as T
}

export const post = <T = void>(path: string, body?: unknown): Promise<T> =>
  call<T>({ method: 'POST', path, body })

export const remove = (path: string): Promise<void> => call({ method: 'DELETE', path })

/** A query whose answer is the API's at `path`. */
export const read = <T>(queryKey: QueryKey, path: string) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => call<T>({ path, signal }) })

/** A file behind the API. */
export const download = async (path: string, signal?: AbortSignal): Promise<Blob> =>
  (await respond({ path, signal })).blob()

/** The answer as it came. Throws ApiError for a refusal. */
export const respond = (request: Call): Promise<Response> => accepted(refresh => send(request, refresh))

/** The answer to a request, which is sent again with a new token after a 401. Throws ApiError for a refusal. */
export async function accepted(attempt: (refresh: boolean) => Promise<Response>): Promise<Response> {
  let response = await attempt(false)
  if (response.status === 401) response = await attempt(true)
  if (response.ok) return response
  const failure = await failureOf(response)
  if (response.status === 401) session.expire()
  throw new ApiError(failure)
}

async function send({ method = 'GET', path, body, signal, as }: Call, refresh: boolean): Promise<Response> {
  const limit = AbortSignal.timeout(timeoutMs)
  try {
    const token = await session.token(refresh, as)
    return await fetch(path, {
      method,
      headers: {
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw offline(cause)
  }
}
