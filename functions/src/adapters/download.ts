import fetch, { type Response } from 'node-fetch'
import type { MediaFile } from '../lib/chat/attachments/media-source.ts'
import { ProviderError } from '../lib/errors.ts'
import { lostCall, malformedReply, refusedCall, type VendorCall } from './provider-failure.ts'

/** For a whole file; below the function's own time-out. Milliseconds. */
const fileTimeout = 45_000

interface Download {
  provider: string
  url: string
  /** They go to that address only: one redirect is followed, without them. */
  headers: Record<string, string>
  /** Until the reply begins. */
  timeoutMs: number
  maxBytes: number
}

/** A vendor's file; undefined where there is none. Throws ProviderError. */
export async function download(asked: Download): Promise<MediaFile | 'too-large' | undefined> {
  const call: VendorCall = { provider: asked.provider, effect: 'read' }
  const control = new AbortController()
  const { response, done } = await reply(asked, call, control)
  if (response.status === 404 || response.status === 410) return end(control, undefined)
  if (response.status !== 200) return end(control, refusedCall(call, { status: response.status }))
  const { maxBytes } = asked
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) return end(control, 'too-large')
  const contentType = response.headers.get('content-type') ?? ''
  return { contentType, bytes: bounded(response, { call, maxBytes, control, done }) }
}

/** Closes the connection. */
function end<T extends 'too-large' | undefined>(control: AbortController, result: T | ProviderError): T {
  control.abort()
  if (result instanceof ProviderError) throw result
  return result
}

async function reply(
  { provider, url, headers, timeoutMs }: Download,
  call: VendorCall,
  control: AbortController,
) {
  const done = abortAfter(control, fileTimeout)
  const responded = abortAfter(control, timeoutMs)
  try {
    const first = await get(url, control.signal, headers)
    const next = redirection(provider, first, url)
    if (next === undefined) return { response: first, done }
    first.body?.resume()
    return { response: await get(next, control.signal, {}), done }
  } catch (error) {
    done()
    throw error instanceof ProviderError ? error : lostCall(call, error)
  } finally {
    responded()
  }
}

const get = (url: string, signal: AbortSignal, headers: Record<string, string>): Promise<Response> =>
  fetch(url, { headers, signal, redirect: 'manual' })

/** A reply's redirect target, only over HTTPS or to the stand-in itself. */
function redirection(provider: string, response: Response, from: string): string | undefined {
  if (response.status < 300 || response.status >= 400) return undefined
  const location = response.headers.get('location') ?? ''
  if (!URL.canParse(location, from)) throw malformedReply(provider, response.status)
  const target = new URL(location, from)
  if (target.protocol === 'https:' || target.origin === new URL(from).origin) return target.href
  throw malformedReply(provider, response.status)
}

function abortAfter(control: AbortController, milliseconds: number): () => void {
  const timer = setTimeout(() => control.abort(), milliseconds)
  return () => clearTimeout(timer)
}

interface Reading {
  call: VendorCall
  maxBytes: number
  control: AbortController
  done(): void
}

async function* bounded(
  response: Response,
  { call, maxBytes, control, done }: Reading,
): AsyncGenerator<Uint8Array> {
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
    done()
    control.abort()
  }
}
