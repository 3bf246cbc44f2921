import type { AuditEntry } from '../audit.ts'
import type { Company } from '../company.ts'
import type { Commit } from '../durable/change.ts'
import type { Revision, Versioned } from '../ports.ts'
import type { Guest } from './guest.ts'
import type { DueGuestChange, GuestChange } from './inbound/guest-change.ts'
import type { Forwarding, StoredMessage } from './message.ts'
import type { PostCounters, PostCounts } from './posting/rate-limit.ts'
import type { ThreadPatch } from './posting/thread-patch.ts'
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
  /** What is on record of an inbound provider id, when that was asked for. */
  inbound: Versioned<InboundRecord> | undefined
  /** Those of the guests asked for that exist, by their id. */
  guests: ReadonlyMap<string, Versioned<Guest>>
  /** Whether the asked-for audit entry exists: the proof that an earlier commit of ours went through. */
  auditWritten: boolean
  /** Zero where they were not asked for. */
  counts: PostCounts
  /** Of the counters that exist. */
  counterRevisions: CounterRevisions
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
  /** Set when staff gave a message its home that waited in triage. */
  assignment?: Assignment
}

/** The trace as it is written. The write fails when one of the guests has changed since. */
export interface DueTrace extends Omit<InboundTrace, 'guests'> {
  guests: readonly DueGuestChange[]
}

export interface Assignment {
  assignedBy: string
  assignedAt: Date
  audit?: AuditEntry | undefined
}

export interface CounterRevisions {
  user?: Revision | undefined
  thread?: Revision | undefined
}

/** One atomic write: the message, its thread, and what attests it. */
export interface PostWrite {
  message: StoredMessage
  thread: ThreadPatch
  /** The write fails when the thread has changed since. */
  threadRevision: Revision
  audit?: AuditEntry | undefined
  /** Each goes up by one. */
  counters?: PostCounters | undefined
  /** The write fails when a counter has changed since, or was made where there was none. */
  counterRevisions: CounterRevisions
  inbound?: DueTrace | undefined
  /** Of the record of the provider's id as it was read; the write fails when it has changed since. */
  inboundRevision?: Revision | undefined
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

/** The guest platform's mirror of a thread. Idempotent. Throws ProviderError. */
export interface GuestPlatform {
  putMessage(message: StoredMessage): Promise<void>
}

export interface ForwardingStore {
  message(ref: MessageRef): Promise<Versioned<StoredMessage> | undefined>
  recordSuccess(ref: MessageRef, forwarding: Forwarding): Promise<void>
  /** Changes nothing when the message has changed since: somebody else may have had more luck. */
  recordFailure(ref: MessageRef, revision: Revision, forwarding: Forwarding): Promise<void>
  /** Messages whose forwarding is due, as many as one run of a sweep takes. */
  unfinished(now: Date): Promise<MessageRef[]>
}

/** What a change of a thread writes. */
export interface ThreadChange {
  fields: ThreadFields
  /** Fields that are taken away. */
  without?: readonly (keyof ThreadFields)[]
  /** What is written in the same commit. */
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

/** What is asked of many threads at once. */
export interface ThreadQueries {
  count(): Promise<number>
  /** At most that many threads in the order of their ids, after that id. */
  page(after: string | undefined, limit: number): Promise<ListedThread[]>
  /** Those of the ids that exist. */
  listed(threadIds: readonly string[]): Promise<ListedThread[]>
  /** Those of the ids that no thread has. */
  absent(threadIds: readonly string[]): Promise<string[]>
  /** Ids of the threads whose landlords are due to be told, as many as one run of a sweep takes. */
  dueForLandlords(now: Date): Promise<string[]>
}

/** `threads/{threadId}`, and the marks of those whose search record could not be written. Each call is one round trip. */
export interface Threads extends ThreadQueries {
  read(threadId: string): Promise<Versioned<Thread> | undefined>
  /** Only if the thread still is as it was read. */
  change(threadId: string, revision: Revision, change: ThreadChange): Promise<Commit<Revision>>
  /** Remembers that the thread's search record could not be written, as the last of those that wait. */
  markStale(threadId: string): Promise<void>
  /** Leaves a mark that has been renewed since. */
  clearStale(mark: StaleMark): Promise<void>
  /** As many as one run of a sweep takes, oldest first. */
  staleThreads(): Promise<StaleMark[]>
}

export interface StaleMark {
  threadId: string
  revision: Revision
}
