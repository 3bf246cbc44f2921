import type { ChannelName } from '../channel-names.ts'
import type { MessageMetadata } from '../message.ts'

export interface ReceivedMessage {
  providerMessageId: string
  channel: ChannelName
  /** E.164, or the provider's id of a sender without a number. */
  from: string
  senderId?: string
  profileName?: string
  body: string
  attachments: string[]
  metadata?: MessageMetadata
  /** The provider's own reading. */
  optOut?: 'out' | 'in'
  /** Time at the provider; absent for a live message. */
  receivedAt?: Date
}
