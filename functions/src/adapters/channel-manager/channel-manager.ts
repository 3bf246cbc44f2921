import type { ChannelManager } from '../../lib/connection/channel-manager.ts'

export interface ChannelManagerConfig {
  url: string
  apiKey: string
  /** Of one call. */
  timeoutMs: number
}

export function channelManager(_config: ChannelManagerConfig): ChannelManager {
  throw new Error('under construction')
}
