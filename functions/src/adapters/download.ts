import type { Response } from 'node-fetch'
import type { MediaFile } from '../lib/chat/attachments/media-source.ts'
import { type Download, download as startDownload } from './http-download.ts'
import type { JsonApiOptions } from './http-json.ts'
import { malformedReply, refusedCall, type VendorCall } from './provider-failure.ts'

/** Headers go to that address only: one redirect is followed, without them. The time is until the reply begins. */
interface Asked extends JsonApiOptions {
  maxBytes: number
}

/** A vendor's file; undefined where there is none. Throws ProviderError. */
export async function download(asked: Asked): Promise<MediaFile | 'too-large' | undefined> {
  const call: VendorCall = { provider: asked.provider, effect: 'read' }
  const loading = startDownload(call, asked.timeoutMs)
  const response = await reply(asked, loading)
  const found = opened(response, { call, maxBytes: asked.maxBytes, loading })
  if (typeof found !== 'object') loading.end()
  return found
}

interface Opening {
  call: VendorCall
  maxBytes: number
  loading: Download
}

function opened(response: Response, { call, maxBytes, loading }: Opening) {
  const { status, headers } = response
  if (status === 404 || status === 410) return undefined
  if (status !== 200) {
    loading.end()
    throw refusedCall(call, { status })
  }
  if (Number(headers.get('content-length') ?? 0) > maxBytes) return 'too-large'
  return { contentType: headers.get('content-type') ?? '', bytes: loading.bytes(response, maxBytes) }
}

async function reply({ provider, url, headers }: Asked, loading: Download): Promise<Response> {
  const first = await loading.get(url, headers)
  const next = redirection(first, url)
  if (next === undefined) return first
  if (next !== 'elsewhere') {
    first.body?.resume()
    return loading.get(next.href, {})
  }
  loading.end()
  throw malformedReply(provider, first.status)
}

/** A reply's redirect target, only over HTTPS or to the stand-in itself. */
function redirection(response: Response, from: string): URL | 'elsewhere' | undefined {
  if (response.status < 300 || response.status >= 400) return undefined
  const location = response.headers.get('location') ?? ''
  if (!URL.canParse(location, from)) return 'elsewhere'
  const target = new URL(location, from)
  return target.protocol === 'https:' || target.origin === new URL(from).origin ? target : 'elsewhere'
}
