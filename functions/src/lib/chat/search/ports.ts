import type { ThreadRecord } from './thread-record.ts'

/** The search index of threads. An older version never replaces a newer one. Throws ProviderError. */
export interface ThreadIndex {
  save(record: ThreadRecord): Promise<void>
  /** Also when there is none. */
  remove(threadId: string): Promise<void>
}

/** A record as the index holds it, whoever wrote it. */
export type StoredRecord = Readonly<Record<string, unknown>>

export interface RecordPage {
  threadIds: string[]
  /** Where the next page begins; absent after the last. */
  cursor?: string | undefined
}

/** The index as a whole, to compare it with the threads. Throws ProviderError. */
export interface SearchIndex extends ThreadIndex {
  /** Whether the index is set up as the code needs it. */
  isSetUp(): Promise<boolean>
  setUp(): Promise<void>
  /** Writes all of them in one call, or none; each through the guard. */
  saveAll(records: readonly ThreadRecord[]): Promise<void>
  /** The records of those threads, 1,000 at most, by thread id. */
  records(threadIds: readonly string[]): Promise<Map<string, StoredRecord>>
  /** 1,000 records at most. A cursor that the index does not know any more is a permanent failure. */
  page(cursor?: string): Promise<RecordPage>
}

/** What a search client needs. */
export interface SearchAccess {
  appId: string
  indexName: string
  key: string
  /** Origin and path to search at instead of the vendor's own hosts. */
  host?: string
}

export interface KeyRestrictions {
  validUntil: Date
  /** Finds only threads of this reader, and shows only these fields of them; absent for everything. */
  reader?: { uid: string; fields: readonly string[] }
}

/** Makes keys that only search. Pure computation. */
export interface SearchKeys {
  issue(restrictions: KeyRestrictions): SearchAccess
}
