import type { AuditEntry } from '../audit.ts'
import type { Revision, Versioned } from '../ports.ts'
import type { Delivery, Forwarding, StoredMessage } from './message.ts'
import type { OutboundChannel } from './outbound.ts'
import type { Thread } from './thread.ts'
import type { ThreadPatch } from './thread-patch.ts'
import type { ThreadRecord } from './thread-record.ts'

export interface MessageRef {
  threadId: string
  messageId: string
}

/** What a post needs to know, all of it from one round trip. */
export interface PostContext {
  thread: Versioned<Thread> | undefined
  /** Read only when its id was asked for. */
  message: StoredMessage | undefined
  /** The message an inbound provider id was stored as, when that was asked for. */
  inbound: MessageRef | undefined
  /** Whether the asked-for audit entry exists: the proof that an earlier commit of ours went through. */
  auditWritten: boolean
}

export interface PostContextKeys {
  threadId: string
  messageId?: string | undefined
  auditId?: string | undefined
  inboundId?: string | undefined
}

/** An inbound message's trace: which provider message it was and which guest wrote it. */
export interface InboundTrace {
  providerMessageId: string
  guestId: string
  channel: OutboundChannel
}

/** One atomic write: the message, its thread, and what attests it. */
export interface PostWrite {
  message: StoredMessage
  thread: ThreadPatch
  /** The write fails when the thread has changed since. */
  threadRevision: Revision
  audit?: AuditEntry | undefined
  inbound?: InboundTrace | undefined
}

export interface PostStore {
  /** One round trip. */
  read(keys: PostContextKeys): Promise<PostContext>
  /**
   * One round trip. `unsettled`: the write lost a race, or its answer was lost, or an earlier try of the same write
   * had gone through: read back before deciding. Throws for every other failure.
   */
  commit(write: PostWrite): Promise<'committed' | 'unsettled'>
}

/** `auditLog`, for entries that stand alone. */
export interface AuditLog {
  append(entry: AuditEntry): Promise<void>
}

/** Everything a delivery needs, as it stands now. */
export interface DeliveryContext {
  message: Versioned<StoredMessage>
  thread: Versioned<Thread>
  /** The guest of the delivery's reservation; undefined when there is no such reservation. */
  guestId: string | undefined
}

/** The outcome of a send, as the changes it makes to the message and its thread. */
export interface DeliveryRecord {
  ref: MessageRef
  messageRevision: Revision
  delivery: Delivery
  externalMessageId?: string
  thread?: { revision: Revision; patch: Partial<ThreadPatch> & { version: number } }
}

export interface DeliveryStore {
  /** One round trip when the reservation's id is given, else two. Undefined when the message is gone. */
  load(ref: MessageRef, reservationId?: string): Promise<DeliveryContext | undefined>
  guestPhone(guestId: string): Promise<string | undefined>
  /** Writes the claim; undefined when the message has changed since, so that somebody else has it. */
  claim(ref: MessageRef, revision: Revision, delivery: Delivery): Promise<Revision | undefined>
  /** False when message or thread have changed since they were read. */
  record(record: DeliveryRecord): Promise<boolean>
  /** Messages whose delivery is pending or sending. */
  unfinished(): Promise<MessageRef[]>
}

/** A provider that sends text to a phone number (E.164). Throws ProviderError. */
export interface TextSender {
  send(channel: OutboundChannel, to: string, body: string): Promise<{ providerMessageId: string }>
}

/** The guest platform's mirror of a thread. Idempotent. Throws ProviderError. */
export interface GuestPlatform {
  putMessage(message: StoredMessage): Promise<void>
}

export interface ForwardingStore {
  message(ref: MessageRef): Promise<Versioned<StoredMessage> | undefined>
  recordSuccess(ref: MessageRef, forwarding: Forwarding): Promise<void>
  /** Changes nothing when the message has changed since: somebody else may have had more luck. */
  recordFailure(ref: MessageRef, revision: Revision, forwarding: Forwarding): Promise<void>
  /** Messages whose forwarding is pending. */
  unfinished(): Promise<MessageRef[]>
}

/** The search index of threads. An older version never replaces a newer one. Throws ProviderError. */
export interface ThreadIndex {
  save(record: ThreadRecord): Promise<void>
}

export interface ThreadReader {
  thread(threadId: string): Promise<Thread | undefined>
  /** Remembers that the thread's search record could not be written. */
  markStale(threadId: string): Promise<void>
  clearStale(threadId: string): Promise<void>
  staleThreads(): Promise<string[]>
}

export interface GuestThread {
  threadId: string
  reservation: { arrival: string; departure: string }
}

export interface InboundStore {
  /** Ids of the guests with this phone number. */
  guestsByPhone(phone: string): Promise<string[]>
  /** The threads of a guest's reservations. */
  threadsOfGuest(guestId: string): Promise<GuestThread[]>
  /** Keeps an inbound message that has no home. Storing the same provider id again changes nothing. */
  keepForTriage(entry: TriageEntry): Promise<void>
}

export interface TriageEntry {
  providerMessageId: string
  channel: OutboundChannel
  from: string
  body: string
  attachments: string[]
  reason: 'unknown-sender' | 'ambiguous-sender' | 'no-thread'
  receivedAt: Date
}
