import { attending } from '../attention.ts'
import { isByStranger, membersOf } from '../members.ts'
import { publicMessage, type Thread } from '../thread.ts'

/** The search record of a thread. It carries every field, null when empty: a partial update cannot remove one. */
export interface ThreadRecord {
  objectID: string
  threadId: string
  source: string
  guestName: string | null
  lastMessage: RecordMessage | null
  /** Milliseconds since the epoch. */
  updatedAt: number | null
  /** This list and those below exclude removed and self-joined users, whose number is unbounded. */
  participantIds: string[]
  /** Members, who may read the thread: a key for one of them finds it. Tags are what the index compares exactly. */
  _tags: string[]
  needsAttention: string[]
  /** Users who marked the thread important. */
  important: string[]
  /** Thread version + 1: the index's guard creates a record only above 0. */
  version: number
}

interface RecordMessage {
  messageId: string | null
  body: string | null
  authorId: string | null
  /** ISO 8601. */
  createdAt: string | null
  source: string | null
  type: string | null
  contentType: string | null
  /** The author is no member: they joined by posting. */
  joined: 'self' | null
}

/** Characters; a preview needs no more. */
const previewLimit = 1000
const nameLimit = 200
/** Bytes of a record as JSON that the index takes whatever its plan. */
const recordLimit = 10_000

/** Cut after the text, the least missed first: no view is by participants, and without its tag no member finds a thread. */
const lists = ['participantIds', 'needsAttention', 'important', '_tags'] as const

/** The index's record of a thread, cut to what fits: its text, then its lists from their end. */
export function threadRecord(threadId: string, thread: Thread): ThreadRecord {
  const record = wholeRecord(threadId, thread)
  const { lastMessage } = record
  const excess = excessOf(record)
  if (excess > 0 && lastMessage?.body)
    record.lastMessage = { ...lastMessage, body: shortened(lastMessage.body, excess) }
  for (const list of lists) record[list] = fewer(record[list], excessOf(record))
  return record
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))
const excessOf = (record: ThreadRecord): number => bytesOf(record) - recordLimit

/** No character of a text has less than one byte. */
const shortened = (body: string, by: number): string =>
  body.slice(0, Math.max(0, body.length - by)).toWellFormed()

/** Each has a comma, too. */
function fewer(ids: readonly string[], by: number): string[] {
  let [kept, left] = [ids.length, by]
  for (; left > 0 && kept > 0; kept -= 1) left -= bytesOf(ids[kept - 1]) + 1
  return ids.slice(0, kept)
}

/** The same without the index's limits, for a reader who sees the thread itself. */
export function wholeRecord(threadId: string, thread: Thread): ThreadRecord {
  const unlisted = new Set([...thread.selfJoinedIds, ...thread.removedIds])
  const known = (ids: readonly string[]): string[] => ids.filter(id => !unlisted.has(id))
  return {
    objectID: threadId,
    threadId,
    source: thread.source,
    guestName: thread.guestName?.slice(0, nameLimit).toWellFormed() ?? null,
    lastMessage: preview(publicMessage(thread), thread),
    updatedAt: thread.updatedAt?.getTime() ?? null,
    participantIds: known(thread.participantIds),
    _tags: membersOf(thread),
    needsAttention: known(attending(thread)),
    important: known(thread.importantFor),
    version: thread.version + 1,
  }
}

/**
 * What is shown to a reader who is not staff: not the lists of who must attend and who finds the thread important
 * (though a filter can ask about one user), and not the time, which moves with notes too.
 */
export const readerFields = [
  'objectID',
  'threadId',
  'source',
  'lastMessage',
  'participantIds',
] as const satisfies (keyof ThreadRecord)[]

function preview(message: Record<string, unknown> | null, thread: Thread): RecordMessage | null {
  if (!message) return null
  return {
    messageId: text(message.messageId),
    body: text(message.body)?.slice(0, previewLimit).toWellFormed() ?? null,
    authorId: text(message.authorId),
    createdAt: message.createdAt instanceof Date ? message.createdAt.toISOString() : null,
    source: text(message.source),
    type: text(message.type),
    contentType: text(message.contentType),
    joined: isByStranger(thread, message) ? 'self' : null,
  }
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** The search index of threads. An older version never replaces a newer one. Throws ProviderError. */
export interface ThreadIndex {
  save(record: ThreadRecord): Promise<void>
  /** Also when there is none. */
  remove(threadId: string): Promise<void>
}

/** A record as the index holds it, whoever wrote it. */
export type StoredRecord = Readonly<Record<string, unknown>>

interface RecordPage {
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
  /** Who searches. */
  uid: string
  /** Finds only threads of this reader, and shows only these fields of them; absent for everything. */
  fields?: readonly string[]
}

/** Makes keys that only search. Pure computation. */
export interface SearchKeys {
  issue(restrictions: KeyRestrictions): Promise<SearchAccess>
}
