import type { AuditEntry } from '../audit.ts'
import type { Company } from '../company.ts'
import type { Commit } from '../durable/change.ts'
import type { Revision, Versioned } from '../ports.ts'
import type { OutboundChannel } from './delivery/outbound.ts'
import type { Spend } from './delivery/spending.ts'
import type { Guest } from './guest.ts'
import type { DueGuestChange, GuestChange } from './inbound/guest-change.ts'
import type { Delivery, Forwarding, StoredMessage } from './message.ts'
import type { PostCounters, PostCounts } from './posting/rate-limit.ts'
import type { ThreadPatch } from './posting/thread-patch.ts'
import type { PlacedMessage, Stretch } from './reading/cursor.ts'
import type { Thread } from './thread.ts'

export interface MessageRef {
  threadId: string
  messageId: string
}

/** What a post needs to know, all of it from one round trip. */
export interface PostContext {
  thread: Versioned<Thread> | undefined
  /** Read only when its id was asked for. */
  message: StoredMessage | undefined
  /** The record of the inbound provider id, when it was asked for. */
  inbound: Versioned<InboundRecord> | undefined
  /** Those of the guests asked for that exist, by their id. */
  guests: ReadonlyMap<string, Versioned<Guest>>
  /** Whether the asked-for audit entry exists: the proof that an earlier commit of ours went through. */
  auditWritten: boolean
  /** Of the counters asked for. */
  counts: PostCounts
}

export interface PostContextKeys {
  threadId: string
  messageId?: string | undefined
  auditId?: string | undefined
  counters?: PostCounters | undefined
  inboundId?: string | undefined
  guestIds?: readonly string[] | undefined
}

/** `inboundMessages/{providerMessageId}`: whether the provider's message waits in triage, or is stored. */
export interface InboundRecord {
  isInTriage: boolean
}

/** An inbound message's trace: which provider message it was, and what it changes on guests. */
export interface InboundTrace {
  providerMessageId: string
  guests: readonly GuestChange[]
  /** Set when staff said which thread a message in triage belongs to. */
  assignment?: Assignment
  /** Attests the whole assignment, with the last message of it. */
  audit?: AuditEntry | undefined
}

/** The trace as it is written. The write fails when one of the guests has changed since. */
export interface DueTrace extends Omit<InboundTrace, 'guests' | 'audit'> {
  guests: readonly DueGuestChange[]
}

export interface Assignment {
  assignedBy: string
  assignedAt: Date
}

/** One atomic write: the message, its thread, and what attests it. */
export interface PostWrite {
  message: StoredMessage
  thread: ThreadPatch
  /** The write fails when the thread has changed since. */
  threadRevision: Revision
  company: Company
  /** Each goes up by one, whatever it is by then. */
  counters?: { ids: readonly string[]; minuteEndsAt: Date; expiresAt: Date } | undefined
  inbound?: DueTrace | undefined
  /** Of the record of the provider's id as it was read; the write fails when it has changed since. */
  inboundRevision?: Revision | undefined
}

/** The guest platform's mirror of a thread. Idempotent. Throws ProviderError. */
export interface GuestPlatform {
  putMessage(message: StoredMessage): Promise<void>
}

export interface ThreadChange {
  fields: ThreadFields
  /** Fields that are taken away. */
  without?: readonly (keyof ThreadFields)[]
  company?: Company
}

export type ThreadFields = Partial<ThreadPatch & Pick<Thread, 'importantFor'>>

export interface ListedThread {
  threadId: string
  /** Time of the last write, whatever it wrote. */
  changedAt: Date
  /** Undefined for a document that is not as a thread should be. */
  stored: Versioned<Thread> | undefined
}

/** Queries over many threads. */
export interface ThreadQueries {
  count(): Promise<number>
  /** At most that many threads in the order of their ids, after the one id and up to the other. */
  page(after: string | undefined, limit: number, until?: string): Promise<ListedThread[]>
  /** Those of the ids that exist. */
  listed(threadIds: readonly string[]): Promise<ListedThread[]>
  /** Those of the ids that no thread has. */
  absent(threadIds: readonly string[]): Promise<string[]>
}

/** `threads/{threadId}`, and the marks of those whose search record could not be written. Each call is one round trip. */
export interface Threads extends ThreadQueries {
  read(threadId: string): Promise<Versioned<Thread> | undefined>
  /** The thread of a reservation. */
  ofReservation(reservationId: string): Promise<string | undefined>
  /** Only if the thread still is as it was read. */
  change(threadId: string, revision: Revision, change: ThreadChange): Promise<Commit<Revision>>
  /** Marks the thread as important to that user, or takes the mark away, whatever else is written at the same time. */
  changeImportance(threadId: string, userId: string, important: boolean): Promise<Commit<Revision>>
  /** Remembers that the thread's search record could not be written, and when that is tried again. */
  markStale(threadId: string, dueAt: Date): Promise<void>
  /** Leaves a mark that has been renewed since. */
  clearStale(threadId: string, revision: Revision): Promise<void>
}

export interface MessageChange {
  delivery?: Delivery
  /** Null takes it away. */
  externalMessageId?: string | null
  forwarding?: Forwarding
  /** What changes on the thread, only if that still is as it was read. */
  thread?: { revision: Revision; fields: ThreadFields }
  company?: Company
  /** What it changes on the counters of paid sends. */
  spend?: Spend
}

/** A message and its thread, as far as they exist. */
export interface MessageInThread {
  message: Versioned<StoredMessage> | undefined
  thread: Versioned<Thread> | undefined
  /** The guest of the reservation that was asked for; undefined when none was, or there is no such reservation. */
  guestId: string | undefined
}

/** Another message that was claimed for the same address: it may be the one that the provider shows. */
export type Sibling = Pick<
  StoredMessage,
  'messageId' | 'threadId' | 'body' | 'externalMessageId' | 'delivery'
>

export interface SentTo {
  addresses: readonly string[]
  channel: OutboundChannel
  since: Date
  until: Date
}

/** `threads/{threadId}/messages/{messageId}`. Each call is one round trip, unless it says another number. */
export interface Messages {
  /** What a post is decided from. */
  postContext(keys: PostContextKeys): Promise<PostContext>
  /** The same for several. */
  postContexts(keys: readonly PostContextKeys[]): Promise<PostContext[]>
  post(write: PostWrite): Promise<Commit<Revision>>
  /** Several to one thread, each decided by the thread as the one before leaves it: all of them or none. */
  postTogether(writes: readonly PostWrite[]): Promise<Commit<Revision>>
  read(ref: MessageRef): Promise<Versioned<StoredMessage> | undefined>
  inThread(ref: MessageRef, reservationId?: string): Promise<MessageInThread>
  /** Only if the message still is as it was read; without a revision, whatever it is by now. */
  change(ref: MessageRef, revision: Revision | undefined, change: MessageChange): Promise<Commit<Revision>>
  /** Newest first; messages of the same time by their id, descending. */
  stretch(threadId: string, stretch: Stretch): Promise<PlacedMessage[]>
  /** The thread's messages that have one of those provider ids. */
  withProviderIds(threadId: string, providerMessageIds: readonly string[]): Promise<StoredMessage[]>
  /** Messages claimed for that address since then. */
  claimedFor(to: string, since: Date): Promise<Sibling[]>
  /** Those of the provider ids that belong to a message already. */
  knownProviderIds(providerMessageIds: readonly string[]): Promise<Set<string>>
  /** The newest messages that were claimed for one of these addresses on that channel between those times, newest first. */
  lastSentTo(sent: SentTo): Promise<StoredMessage[]>
  /** The message that a provider id belongs to. */
  withProviderId(providerMessageId: string): Promise<MessageRef | undefined>
  /** The same, whole. */
  knownAs(providerMessageId: string): Promise<StoredMessage | undefined>
}
