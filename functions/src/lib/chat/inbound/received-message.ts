import type { ChannelName } from '../channels/names.ts'
import type { MessageMetadata } from '../message.ts'

/** A message a guest sent to one of our numbers, as the provider tells it. */
export interface ReceivedMessage {
  providerMessageId: string
  channel: ChannelName
  /** The channel's address of the sender: a number (E.164), or the provider's id of one who has none. */
  from: string
  /** The provider's id of the sender, where it tells one. */
  senderId?: string
  /** What the sender calls themselves. */
  profileName?: string
  body: string
  attachments: string[]
  metadata?: MessageMetadata
  /** The provider's own reading: the sender opts out, or in again. */
  optOut?: 'out' | 'in'
  /** When the provider got it; absent for one that has just come. */
  receivedAt?: Date
}
