import type { MediaSource } from '../../lib/chat/media-source.ts'
import { download } from '../download.ts'
import type { TwilioAccount } from './client.ts'
import { mediaUrl } from './media-address.ts'

/** Our credentials go to Twilio only. */
export const twilioMedia = (config: TwilioAccount): MediaSource => ({
  async open(file, maxBytes) {
    const url = mediaUrl(file, config)
    if (url === undefined) return undefined
    const key = Buffer.from(`${config.accountSid}:${config.authToken}`).toString('base64')
    const headers = { authorization: `Basic ${key}` }
    return download({ provider: 'twilio', url, headers, timeoutMs: config.timeoutMs, maxBytes })
  },
})
