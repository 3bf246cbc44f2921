import type { AuditEntry } from '../../audit.ts'
import type { Revision, Versioned } from '../../ports.ts'
import type { Guest } from '../guest.ts'
import type { Delivery, StoredMessage } from '../message.ts'
import type { MessageRef } from '../ports.ts'
import type { ThreadPatch } from '../posting/thread-patch.ts'
import type { Thread } from '../thread.ts'
import type { OutboundChannel } from './outbound.ts'
import type { SendReport } from './provider-status.ts'

/** A message that is to be sent and its thread, as they stand now. */
export interface DeliveryContext {
  message: Versioned<StoredMessage>
  thread: Versioned<Thread>
  /** The guest of the reservation that was asked for; undefined when none was, or there is no such reservation. */
  guestId: string | undefined
}

/** What a delivery's new state changes, in one commit. */
export interface DeliveryRecord {
  ref: MessageRef
  messageRevision: Revision
  delivery: Delivery
  /** Null takes it away. */
  externalMessageId?: string | null
  thread?: { revision: Revision; patch: Partial<ThreadPatch> & { version: number } }
  audit?: AuditEntry | undefined
}

/** Another message that was claimed for the same address: it may be the one that the provider shows. */
export type Sibling = Pick<
  StoredMessage,
  'messageId' | 'threadId' | 'body' | 'externalMessageId' | 'delivery'
>

export interface DeliveryStore {
  /** One round trip. Undefined when message or thread are gone. */
  load(ref: MessageRef, reservationId?: string): Promise<DeliveryContext | undefined>
  /** The guest to write to. One round trip when `load` was told the reservation, else two. */
  guest(context: DeliveryContext): Promise<Guest | undefined>
  /** Writes the claim; undefined when the message has changed since, so that somebody else has it. */
  claim(ref: MessageRef, revision: Revision, delivery: Delivery): Promise<Revision | undefined>
  /** False when message or thread have changed since they were read. */
  record(record: DeliveryRecord): Promise<boolean>
  /** Messages claimed for that address since then. */
  claimedFor(to: string, since: Date): Promise<Sibling[]>
  /** Those of the provider ids that belong to a message already. */
  knownProviderIds(providerMessageIds: readonly string[]): Promise<Set<string>>
  /** The message that a provider id belongs to. */
  messageOf(providerMessageId: string): Promise<MessageRef | undefined>
  /** Messages that are due, being sent, or to be looked up by now. */
  unfinished(now: Date): Promise<MessageRef[]>
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
  /** Path and query that the provider tells the message's status to. */
  callback: string
}

/** A send as the provider's list shows it. */
export interface ListedMessage extends SendReport {
  body: string
  createdAt: Date
}

/** The provider of chatapp and SMS. Throws ProviderError. */
export interface Messenger {
  send(message: OutgoingMessage): Promise<{ providerMessageId: string }>
  /** Everything sent to that address since then, newest first. */
  sentTo(channel: OutboundChannel, to: string, since: Date): Promise<ListedMessage[]>
  statusOf(providerMessageId: string): Promise<SendReport>
}
