import type { ChannelName } from '../lib/chat/channel-names.ts'
import type { LaneVendor } from '../lib/due/lane-state.ts'

export const twilio = { name: 'twilio', key: 'TWILIO_AUTH_TOKEN' } as const

export const channelManager = { name: 'channel-manager', key: 'CHANNEL_MANAGER_API_KEY' } as const

export const carrierOf = { chatapp: twilio, sms: twilio, ota: channelManager } as const satisfies Record<
  ChannelName,
  LaneVendor
>
