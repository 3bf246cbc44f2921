import type { Revision, Versioned } from '../../ports.ts'
import type { Attention } from '../attention.ts'
import type { LastFailures } from '../failure-mark.ts'
import type { StoredMessage } from '../message.ts'
import type { Thread } from '../thread.ts'
import type { Position } from './cursor.ts'

export interface PlacedMessage {
  /** Undefined when what is stored is not as it should be. */
  message: StoredMessage | undefined
  position: Position
}

/** A stretch of a thread: that many messages, older than that position, without the first so many after it. */
export interface Stretch {
  limit: number
  skip?: number | undefined
  before?: Position | undefined
}

/** A thread and its messages, as they are read and marked. Each call is one round trip. */
export interface ReadingStore {
  thread(threadId: string): Promise<Versioned<Thread> | undefined>
  /** Newest first; messages of the same time by their id, descending. */
  messages(threadId: string, stretch: Stretch): Promise<PlacedMessage[]>
  /** The thread's messages that have one of those provider ids. */
  withProviderIds(threadId: string, providerMessageIds: readonly string[]): Promise<StoredMessage[]>
  /** Names of users and guests; who is unknown or has none is left out. */
  names(ids: readonly string[]): Promise<Map<string, string>>
  /** False when the thread has changed since that revision, or nobody knows whether the write went through. */
  changeAttention(
    threadId: string,
    revision: Revision,
    patch: Attention & { lastFailures: LastFailures; version: number },
  ): Promise<boolean>
  /** Whatever else is written to the thread at the same time. False when nobody knows whether it went through. */
  changeImportance(threadId: string, userId: string, important: boolean): Promise<boolean>
}
