import fetch, { type Response } from 'node-fetch'
import type { MediaSource } from '../../lib/chat/attachments/media-source.ts'
import { ProviderError } from '../../lib/errors.ts'
import { lostCall, malformedReply, refusedCall, type VendorCall } from '../provider-failure.ts'
import type { TwilioAccount } from './client.ts'
import { mediaUrl } from './media-address.ts'

const call: VendorCall = { provider: 'twilio', effect: 'read' }
/** For a whole file; below the function's own time-out. Milliseconds. */
const fileTimeout = 45_000

/**
 * Files of messages at Twilio. Our credentials go to Twilio's own address only; one redirect is followed, without them.
 */
export const twilioMedia = (config: TwilioAccount): MediaSource => ({
  async open(file, maxBytes) {
    const url = mediaUrl(file, config)
    if (url === undefined) return undefined
    const control = new AbortController()
    const { response, done } = await reply(url, config, control)
    if (response.status === 404 || response.status === 410) return end(control, undefined)
    if (response.status !== 200) return end(control, refusedCall(call, { status: response.status }))
    if (Number(response.headers.get('content-length') ?? 0) > maxBytes) return end(control, 'too-large')
    const contentType = response.headers.get('content-type') ?? ''
    return { contentType, bytes: bounded(response, maxBytes, control, done) }
  },
})

/** Closes the connection. */
function end<T extends 'too-large' | undefined>(control: AbortController, result: T | ProviderError): T {
  control.abort()
  if (result instanceof ProviderError) throw result
  return result
}

async function reply(url: string, config: TwilioAccount, control: AbortController) {
  const done = abortAfter(control, fileTimeout)
  const responded = abortAfter(control, config.timeoutMs)
  try {
    const key = Buffer.from(`${config.accountSid}:${config.authToken}`).toString('base64')
    const first = await get(url, control.signal, { authorization: `Basic ${key}` })
    const next = redirection(first, url)
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
function redirection(response: Response, from: string): string | undefined {
  if (response.status < 300 || response.status >= 400) return undefined
  const location = response.headers.get('location') ?? ''
  if (!URL.canParse(location, from)) throw malformedReply('twilio', response.status)
  const target = new URL(location, from)
  if (target.protocol === 'https:' || target.origin === new URL(from).origin) return target.href
  throw malformedReply('twilio', response.status)
}

function abortAfter(control: AbortController, milliseconds: number): () => void {
  const timer = setTimeout(() => control.abort(), milliseconds)
  return () => clearTimeout(timer)
}

async function* bounded(
  response: Response,
  maxBytes: number,
  control: AbortController,
  done: () => void,
): AsyncGenerator<Uint8Array> {
  let read = 0
  try {
    for await (const chunk of response.body ?? []) {
      const bytes = Buffer.from(chunk)
      read += bytes.length
      if (read > maxBytes) throw new ProviderError('twilio', 'permanent', 'the file is too large')
      yield bytes
    }
  } catch (error) {
    throw error instanceof ProviderError ? error : lostCall(call, error)
  } finally {
    done()
    control.abort()
  }
}
