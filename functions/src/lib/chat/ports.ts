import type { AuditEntry } from '../audit.ts'
import type { CommitExtras } from '../commit-extras.ts'
import type { Commit } from '../durable/change.ts'
import type { EventDocument, Revision, Versioned } from '../ports.ts'
import type { ChannelName } from './channels/names.ts'
import type { Spend } from './delivery/spending.ts'
import type { DeskFields } from './desk/desk.ts'
import type { BoundFiles } from './files/bind-files.ts'
import type { ComingFile } from './files/coming-files.ts'
import type { FileRecord } from './files/ports.ts'
import type { FoundGuest, Guest } from './guest.ts'
import type { DueGuestChange, GuestChange } from './inbound/guest-change.ts'
import type { Delivery, Forwarding, StoredMessage } from './message.ts'
import type { Conversation } from './ota/conversations.ts'
import type { PostCounter } from './posting/rate-limit.ts'
import type { ThreadPatch } from './posting/thread-patch.ts'
import type { PlacedMessage, Stretch } from './reading/cursor.ts'
import type { NewThread, Thread } from './thread.ts'

export interface MessageRef {
  threadId: string
  messageId: string
}

/** Everything a post is decided from, in one round trip. */
export interface PostContext {
  thread: Versioned<Thread> | undefined
  /** Read only if its id was given. */
  message: StoredMessage | undefined
  /** The record of the inbound provider id, if asked for. */
  inbound: Versioned<InboundRecord> | undefined
  /** The existing ones of the requested guests, by id. */
  guests: ReadonlyMap<string, Versioned<Guest>>
  /** The same of files. */
  files: ReadonlyMap<string, Versioned<FileRecord>>
  /** Whether the audit entry exists: proof that an earlier commit of ours went through. */
  auditWritten: boolean
  /** The author's posts in the current minute, by the requested counter. */
  postsOfUser: number
}

export interface PostContextKeys {
  threadId: string
  messageId?: string | undefined
  auditId?: string | undefined
  counter?: PostCounter | undefined
  inboundId?: string | undefined
  guestIds?: readonly string[] | undefined
  fileIds?: readonly string[] | undefined
}

/** `inboundMessages/{providerMessageId}`: whether the provider's message waits in triage, or is stored. */
export interface InboundRecord {
  isInTriage: boolean
}

/** The origin of an inbound message: its provider message, and the changes of guests. */
export interface InboundTrace {
  providerMessageId: string
  guests: readonly GuestChange[]
  /** The conversation at an OTA that it stands in. */
  conversation?: Conversation | undefined
  /** A thread that does not exist: what is merged into it takes the message itself. */
  gone?: string | undefined
  /** Set if staff assigned a message in triage to a thread. */
  assignment?: Assignment
  /** Audits the whole assignment, with its last message. */
  audit?: AuditEntry | undefined
}

/** The trace as written. The write fails if a guest has changed since. */
interface DueTrace extends Omit<InboundTrace, 'guests' | 'audit'> {
  guests: readonly DueGuestChange[]
}

interface Assignment {
  assignedBy: string
  assignedAt: Date
}

/** One atomic write: the message, its thread and its audit entries. */
export interface PostWrite {
  message: StoredMessage
  thread: ThreadPatch
  /** The write fails if the thread has changed since. */
  threadRevision: Revision
  extras: CommitExtras
  /** Incremented by one, unconditionally. */
  counter?: PostCounter | undefined
  inbound?: DueTrace | undefined
  /** Revision of the provider id's record; the write fails if it has changed since. */
  inboundRevision?: Revision | undefined
  /** The write fails if one of them has changed since. */
  files?: BoundFiles['bindings'] | undefined
  /** What is to be fetched for it. */
  coming?: readonly ComingFile[] | undefined
  /** Further messages of the same post, each based on the one before. */
  rest?: readonly PostWrite[]
}

/** The guest platform's mirror of a thread. Idempotent. Throws ProviderError. */
export interface GuestPlatform {
  putMessage(message: StoredMessage): Promise<void>
}

interface ThreadChange {
  fields: ThreadFields
  /** Fields to remove. */
  without?: readonly (keyof ThreadFields)[]
  extras?: CommitExtras
}

/** The change of one of several threads; without a new version nothing changes in its search record. */
export interface ThreadEdit extends Omit<ThreadChange, 'extras'> {
  threadId: string
  revision: Revision
}

type StayFields = Pick<
  Thread,
  | 'guestId'
  | 'landlordId'
  | 'reservationId'
  | 'propertyId'
  | 'propertyName'
  | 'stay'
  | 'stayDueAt'
  | 'expireAt'
>

export type ThreadFields = Partial<
  ThreadPatch &
    Pick<
      Thread,
      | 'importantFor'
      | 'failedSends'
      | 'scheduledIds'
      | 'removedIds'
      | 'mergedInto'
      | 'mergedIds'
      | 'conversations'
    > &
    DeskFields &
    StayFields
>

export interface StoredThread {
  threadId: string
  stored: Versioned<Thread>
}

export interface ListedThread {
  threadId: string
  /** Undefined for an invalid document. */
  stored: Versioned<Thread> | undefined
}

/** A thread and when it changed. */
export interface ChangedThread {
  threadId: string
  at: Date
}

/** Queries over many threads. */
export interface ThreadQueries {
  count(): Promise<number>
  /** A page of threads ordered by id, after one id. */
  page(after: string | undefined, limit: number): Promise<ListedThread[]>
  /** Pages of changes since then, ordered by time: `threads` are those by messages, `threadChanges` all others. */
  changedSince(
    list: 'threads' | 'threadChanges',
    since: Date,
    limit: number,
  ): Promise<AsyncIterable<ChangedThread[]>>
  /** The existing threads among these ids. */
  listed(threadIds: readonly string[]): Promise<ListedThread[]>
  /** The ids without a thread. */
  absent(threadIds: readonly string[]): Promise<string[]>
}

interface ParticipantThread {
  threadId: string
  /** Undefined for an invalid document. */
  thread: Thread | undefined
}

/** `threads/{threadId}`, and marks for stale search records. Each call is one round trip. */
export interface Threads extends ThreadQueries {
  read(threadId: string): Promise<Versioned<Thread> | undefined>
  /** A page of the threads that somebody takes part in, however they came in, ordered by id. */
  ofParticipant(userId: string, limit: number, after?: string): Promise<ParticipantThread[]>
  /** Some of the threads that somebody owns and that are not done. */
  ownedBy(userId: string, limit: number): Promise<string[]>
  /** How many open threads somebody owns. */
  openOf(userId: string): Promise<number>
  /** The valid threads that name the guest, one of these reservations, or have the guest as participant. */
  ofGuest(guestId: string, reservationIds: readonly string[]): Promise<StoredThread[]>
  /** Only if there is no such thread. */
  open(threadId: string, fields: NewThread, extras?: CommitExtras): Promise<Commit<Revision>>
  /** Only if the thread is unchanged. */
  change(threadId: string, revision: Revision, change: ThreadChange): Promise<Commit<Revision>>
  /** Several at once, only if none of them has changed. */
  changeTogether(edits: readonly ThreadEdit[], extras?: CommitExtras): Promise<Commit<Revision>>
  /** Sets or clears the user's importance mark, unconditionally. */
  changeImportance(threadId: string, userId: string, important: boolean): Promise<Commit<Revision>>
  /** Marks the thread's search record as stale, to be retried then. */
  markStale(threadId: string, dueAt: Date): Promise<void>
  /** Does not clear a mark renewed since. */
  clearStale(threadId: string, revision: Revision): Promise<void>
}

export interface MessageChange {
  delivery?: Delivery
  /** Null removes it. */
  externalMessageId?: string | null
  forwarding?: Forwarding
  files?: StoredMessage['files']
  /** The thread's change, only if it is unchanged. */
  thread?: { revision: Revision; fields: ThreadFields }
  extras?: CommitExtras
  /** The change of the counters of paid sends. */
  spend?: Spend
}

/** What need not be read of a message, or names what is read with it. */
interface KnownOfMessage {
  reservationId?: string | undefined
  guestId?: string | undefined
  /** As it was when it was created, which may have changed since. */
  created?: EventDocument | undefined
}

/** A message and its thread, if they exist. */
export interface MessageInThread {
  message: Versioned<StoredMessage> | undefined
  thread: Versioned<Thread> | undefined
  /** The requested reservation's guest, if there is one. */
  guestId: string | undefined
  /** The guest that was asked for. */
  namedGuest?: FoundGuest | undefined
}

/** Another message claimed for the same address, which may be the one the provider shows. */
export type Sibling = Pick<
  StoredMessage,
  'messageId' | 'threadId' | 'body' | 'externalMessageId' | 'delivery'
>

interface SentTo {
  addresses: readonly string[]
  channel: ChannelName
  since: Date
  until: Date
}

/** `threads/{threadId}/messages/{messageId}`. Each call is one round trip unless stated otherwise. */
export interface Messages {
  postContext(keys: PostContextKeys): Promise<PostContext>
  post(write: PostWrite): Promise<Commit<Revision>>
  read(ref: MessageRef): Promise<Versioned<StoredMessage> | undefined>
  inThread(ref: MessageRef, known?: KnownOfMessage): Promise<MessageInThread>
  /** Only if the message is unchanged; without a revision, unconditionally. */
  change(ref: MessageRef, revision: Revision | undefined, change: MessageChange): Promise<Commit<Revision>>
  /** Newest first, then by id, descending. */
  stretch(threadId: string, stretch: Stretch): Promise<PlacedMessage[]>
  /** The thread's messages with one of those provider ids. */
  withProviderIds(threadId: string, providerMessageIds: readonly string[]): Promise<StoredMessage[]>
  /** Messages claimed for that address since then. */
  claimedFor(to: string, since: Date): Promise<Sibling[]>
  /** The provider ids that already belong to a message. */
  knownProviderIds(providerMessageIds: readonly string[]): Promise<Set<string>>
  /** The latest messages claimed for one of these addresses, in any spelling, on that channel in that period, newest first. */
  lastSentTo(sent: SentTo): Promise<StoredMessage[]>
  /** The message with that provider id. */
  withProviderId(providerMessageId: string): Promise<MessageRef | undefined>
  /** The same, with its content. */
  knownAs(providerMessageId: string): Promise<StoredMessage | undefined>
}
