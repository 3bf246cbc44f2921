import fetch, { type Response } from 'node-fetch'
import { ProviderError } from '../lib/errors.ts'
import { lostCall, type VendorCall } from './provider-failure.ts'

/** For a whole file; below the function's own time-out. Milliseconds. */
const fileTimeout = 45_000

/** One file that is being read: whoever does not read it to its end closes it. */
export interface Download {
  /** Redirects are not followed: they would carry the key elsewhere. Throws ProviderError. */
  get(url: string, headers: Record<string, string>): Promise<Response>
  /** Closes the connection. */
  end(): void
  /** Throws ProviderError if it breaks off or exceeds the limit. */
  bytes(response: Response, maxBytes: number): AsyncIterable<Uint8Array>
}

/** `timeoutMs`: until a reply begins. */
export function download(call: VendorCall, timeoutMs: number): Download {
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
