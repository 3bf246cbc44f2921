import fetch, { type Response } from 'node-fetch'
import type { MediaFile } from '../lib/chat/media-source.ts'
import { ProviderError } from '../lib/errors.ts'
import type { JsonApiOptions } from './http-json.ts'
import { lostCall, malformedReply, refusedCall, type VendorCall } from './provider-failure.ts'

interface DownloadRequest extends JsonApiOptions {
  maxBytes: number
}

/** Undefined for an absent file. One redirect, without headers, to HTTPS or the stand-in. Throws ProviderError. */
export async function download({
  provider,
  url,
  headers,
  timeoutMs,
  maxBytes,
}: DownloadRequest): Promise<MediaFile | 'too-large' | undefined> {
  const call: VendorCall = { provider, effect: 'read' }
  const loading = startDownload(call, timeoutMs)

  async function redirected(response: Response): Promise<Response> {
    const location = response.headers.get('location') ?? ''
    const target = URL.canParse(location, url) ? new URL(location, url) : undefined
    if (target?.protocol !== 'https:' && target?.origin !== new URL(url).origin)
      throw malformedReply(provider, response.status)
    response.body?.resume()
    return loading.get(target.href, {})
  }

  async function open(): Promise<MediaFile | 'too-large' | undefined> {
    const first = await loading.get(url, headers)
    const response = first.status >= 300 && first.status < 400 ? await redirected(first) : first
    const { status, headers: replied } = response
    if (status === 404 || status === 410) return undefined
    if (status !== 200) throw refusedCall(call, { status })
    if (Number(replied.get('content-length') ?? 0) > maxBytes) return 'too-large'
    return { contentType: replied.get('content-type') ?? '', bytes: loading.bytes(response, maxBytes) }
  }

  let file: MediaFile | 'too-large' | undefined
  try {
    file = await open()
    return file
  } finally {
    if (typeof file !== 'object') loading.end()
  }
}

/** Milliseconds per file; below the function's time-out. */
const fileTimeout = 45_000

/** The caller reads to the end, or calls `end`. */
interface Download {
  /** A redirect would carry the key elsewhere. Throws ProviderError. */
  get(url: string, headers: Record<string, string>): Promise<Response>
  end(): void
  /** Throws ProviderError for a broken or too large file. */
  bytes(response: Response, maxBytes: number): AsyncIterable<Uint8Array>
}

/** `timeoutMs` ends when the reply begins. */
export function startDownload(call: VendorCall, timeoutMs: number): Download {
  const control = new AbortController()
  const after = (milliseconds: number) => setTimeout(() => control.abort(), milliseconds)
  const whole = after(fileTimeout).unref()
  const end = () => {
    clearTimeout(whole)
    control.abort()
  }
  return {
    end,
    async get(url, headers) {
      const answer = after(timeoutMs)
      try {
        return await fetch(url, { headers, signal: control.signal, redirect: 'manual' })
      } catch (error) {
        end()
        throw lostCall(call, error)
      } finally {
        clearTimeout(answer)
      }
    },
    async *bytes(response, maxBytes) {
      let read = 0
      try {
        for await (const chunk of response.body ?? []) {
          const bytes = Buffer.from(chunk)
          read += bytes.length
          if (read > maxBytes) throw new ProviderError(call.provider, 'permanent', 'the file is too large')
          yield bytes
        }
      } catch (error) {
        throw error instanceof ProviderError ? error : lostCall(call, error)
      } finally {
        end()
      }
    },
  }
}
