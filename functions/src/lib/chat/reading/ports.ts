import type { StoredMessage } from '../message.ts'
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
  /** Newest first; messages of the same time by their id, descending. */
  messages(threadId: string, stretch: Stretch): Promise<PlacedMessage[]>
  /** The thread's messages that have one of those provider ids. */
  withProviderIds(threadId: string, providerMessageIds: readonly string[]): Promise<StoredMessage[]>
  /** Names of users and guests; who is unknown or has none is left out. */
  names(ids: readonly string[]): Promise<Map<string, string>>
}
