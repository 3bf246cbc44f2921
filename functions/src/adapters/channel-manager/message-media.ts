import type { MediaSource } from '../../lib/chat/media-source.ts'
import { download } from '../download.ts'
import { type ChannelManagerConfig, provider } from './client.ts'
import { isAttachment } from './message-address.ts'

/** Our key goes to the channel manager only. */
export const otaMedia = ({ apiKey, timeoutMs, ...config }: ChannelManagerConfig): MediaSource => ({
  async open({ url }, maxBytes) {
    if (!isAttachment(url, config)) return undefined
    return download({ provider, url, headers: { 'user-api-key': apiKey }, timeoutMs, maxBytes })
  },
})
