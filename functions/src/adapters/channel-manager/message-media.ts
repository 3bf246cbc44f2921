import type { MediaSource } from '../../lib/chat/attachments/media-source.ts'
import { download } from '../download.ts'
import { type ChannelManagerConfig, provider } from './client.ts'
import { isAttachment } from './message-address.ts'

/** Files of guests' messages at the OTAs. Our key reads nothing but attachments of the channel manager. */
export const otaMedia = ({ apiKey, timeoutMs, ...config }: ChannelManagerConfig): MediaSource => ({
  async open({ url }, maxBytes) {
    if (!isAttachment(url, config)) return undefined
    return download({ provider, url, headers: { 'user-api-key': apiKey }, timeoutMs, maxBytes })
  },
})
