import { session } from '../session/session.ts'
import { accepted } from './client.ts'
import { offline } from './problem.ts'

export interface UploadOptions {
  signal: AbortSignal
  /** From 0 to 1. */
  onProgress: (share: number) => void
}

/** Sends a file as it is, as the signed-in user, and reports its progress. Throws ApiError. */
export async function upload<T>(path: string, file: File, options: UploadOptions): Promise<T> {
  const response = await accepted(refresh => send(path, file, refresh, options))
  return (await response.json()) as T
}

/** Longer than the server waits for a file. */
const timeoutMs = 90_000

/** `fetch` reports no upload progress. */
async function send(
  path: string,
  file: File,
  refresh: boolean,
  { signal, onProgress }: UploadOptions,
): Promise<Response> {
  const token = await session.token(refresh)
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const failed = () => reject(signal.aborted ? signal.reason : offline(new Error('the upload broke off')))
    request.open('POST', path)
    request.timeout = timeoutMs
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.setRequestHeader('Content-Type', file.type || 'application/octet-stream')
    request.setRequestHeader('X-File-Name', encodeURIComponent(file.name.toWellFormed()))
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const headers = new Headers()
      for (const name of ['Content-Type', 'Retry-After']) {
        const value = request.getResponseHeader(name)
        if (value !== null) headers.set(name, value)
      }
      resolve(new Response(request.responseText, { status: request.status, headers }))
    }
    request.onerror = failed
    request.onabort = failed
    request.ontimeout = failed
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}
