import type { Response } from 'node-fetch'
import type { MediaSource } from '../../lib/chat/attachments/media-source.ts'
import { type Download, download } from '../http-download.ts'
import { malformedReply, refusedCall, type VendorCall } from '../provider-failure.ts'
import type { TwilioAccount } from './client.ts'
import { mediaUrl } from './media-address.ts'

const call: VendorCall = { provider: 'twilio', effect: 'read' }

/**
 * Files of messages at Twilio. Our credentials go to Twilio's own address only; one redirect is followed, without them.
 */
export const twilioMedia = (config: TwilioAccount): MediaSource => ({
  async open(file, maxBytes) {
    const url = mediaUrl(file, config)
    if (url === undefined) return undefined
    const loading = download(call, config.timeoutMs)
    const response = await reply(url, config, loading)
    const found = opened(response, maxBytes, loading)
    if (typeof found !== 'object') loading.end()
    return found
  },
})

function opened(response: Response, maxBytes: number, loading: Download) {
  const { status, headers } = response
  if (status === 404 || status === 410) return undefined
  if (status !== 200) {
    loading.end()
    throw refusedCall(call, { status })
  }
  if (Number(headers.get('content-length') ?? 0) > maxBytes) return 'too-large'
  return { contentType: headers.get('content-type') ?? '', bytes: loading.bytes(response, maxBytes) }
}

async function reply(url: string, config: TwilioAccount, loading: Download): Promise<Response> {
  const key = Buffer.from(`${config.accountSid}:${config.authToken}`).toString('base64')
  const first = await loading.get(url, { authorization: `Basic ${key}` })
  const next = redirection(first, url)
  if (next === undefined) return first
  if (next !== 'elsewhere') {
    first.body?.resume()
    return loading.get(next.href, {})
  }
  loading.end()
  throw malformedReply('twilio', first.status)
}

/** A reply's redirect target, only over HTTPS or to the stand-in itself. */
function redirection(response: Response, from: string): URL | 'elsewhere' | undefined {
  if (response.status < 300 || response.status >= 400) return undefined
  const location = response.headers.get('location') ?? ''
  if (!URL.canParse(location, from)) return 'elsewhere'
  const target = new URL(location, from)
  return target.protocol === 'https:' || target.origin === new URL(from).origin ? target : 'elsewhere'
}
