import type { Thread } from '../thread.ts'
import type { ThreadRecord } from './thread-record.ts'

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
