import type { Versioned } from '../../ports.ts'
import type { StoredMessage } from '../message.ts'
import type { MessageInThread, MessageRef } from '../ports.ts'
import type { Thread } from '../thread.ts'
import type { OutboundChannel } from './outbound.ts'
import type { SendReport } from './provider-status.ts'

/** A message that is to be sent and its thread, as they stand now. */
export interface DeliveryContext extends MessageInThread {
  message: Versioned<StoredMessage>
  thread: Versioned<Thread>
}

/** What is sent: the text itself, or an approved template and its variables by their place. */
export type OutgoingContent =
  | { text: string; mediaUrls?: readonly string[] | undefined }
  | { template: { name: string; variables: Record<string, string> } }

export interface OutgoingMessage {
  channel: OutboundChannel
  /** A number (E.164), or the chatapp id of a guest without one. */
  to: string
  content: OutgoingContent
  /** Which send it is: what the provider tells of it names these again. */
  send: MessageRef & { claimId: string }
}

/** A send as the provider's list shows it. */
export interface ListedMessage extends SendReport {
  body: string
  createdAt: Date
}

/** The provider of chatapp and SMS. Throws ProviderError; SendRefusedError for what it would refuse again. */
export interface Messenger {
  send(message: OutgoingMessage): Promise<{ providerMessageId: string }>
  /** Everything sent to that address since then, newest first. */
  sentTo(channel: OutboundChannel, to: string, since: Date): Promise<ListedMessage[]>
  statusOf(providerMessageId: string): Promise<SendReport>
}
