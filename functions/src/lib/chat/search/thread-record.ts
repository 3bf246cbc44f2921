import { attending } from '../attention.ts'
import { isByStranger, membersOf } from '../members.ts'
import { publicMessage, type Thread } from '../thread.ts'

/** Null for empty: a partial update cannot remove a field. */
export interface ThreadRecord {
  objectID: string
  threadId: string
  source: string
  guestName: string | null
  lastMessage: RecordMessage | null
  /** Milliseconds since the epoch. */
  updatedAt: number | null
  /** This and later lists exclude removed and self-joined users, an unbounded number. */
  participantIds: string[]
  /** The index compares tags exactly. */
  _tags: string[]
  needsAttention: string[]
  important: string[]
  /** Thread version + 1: the index's guard needs more than 0. */
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
  joined: 'self' | null
}

/** Characters. */
const previewLimit = 1000
const nameLimit = 200
/** Every plan of the index takes so many bytes of JSON. */
const recordLimit = 10_000

/** Least needed first: no view is by participants, and members need their tags. */
const lists = ['participantIds', 'needsAttention', 'important', '_tags'] as const

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

/** A character has at least one byte. */
const shortened = (body: string, by: number): string =>
  body.slice(0, Math.max(0, body.length - by)).toWellFormed()

/** A comma follows each id. */
function fewer(ids: readonly string[], by: number): string[] {
  let [count, surplus] = [ids.length, by]
  for (; surplus > 0 && count > 0; count -= 1) surplus -= bytesOf(ids[count - 1]) + 1
  return ids.slice(0, count)
}

/** Without limits, for readers of the thread. */
export function wholeRecord(threadId: string, thread: Thread): ThreadRecord {
  const unlisted = new Set([...thread.selfJoinedIds, ...thread.removedIds])
  const visible = (ids: readonly string[]): string[] => ids.filter(id => !unlisted.has(id))
  return {
    objectID: threadId,
    threadId,
    source: thread.source,
    guestName: thread.guestName?.slice(0, nameLimit).toWellFormed() ?? null,
    lastMessage: preview(publicMessage(thread), thread),
    updatedAt: thread.updatedAt?.getTime() ?? null,
    participantIds: visible(thread.participantIds),
    _tags: membersOf(thread),
    needsAttention: visible(attending(thread)),
    important: visible(thread.importantFor),
    version: thread.version + 1,
  }
}

/** Only staff see attention, importance and time; notes move the time. */
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

export type StoredRecord = Readonly<Record<string, unknown>>

interface RecordPage {
  threadIds: string[]
  cursor?: string | undefined
}

/** An older version never replaces a newer one. Throws ProviderError. */
export interface SearchIndex {
  save(record: ThreadRecord): Promise<void>
  /** A missing record is no error. */
  remove(threadId: string): Promise<void>
  isSetUp(): Promise<boolean>
  setUp(): Promise<void>
  /** All or none. */
  saveAll(records: readonly ThreadRecord[]): Promise<void>
  /** At most 1,000. */
  records(threadIds: readonly string[]): Promise<Map<string, StoredRecord>>
  /** At most 1,000. An unknown cursor is a permanent failure. */
  page(cursor?: string): Promise<RecordPage>
}

interface SearchAccess {
  appId: string
  indexName: string
  key: string
  /** In place of the vendor's hosts. */
  host?: string
}

export interface KeyRestrictions {
  validUntil: Date
  uid: string
  /** Absent: every thread and field. */
  fields?: readonly string[]
}

export interface SearchKeys {
  issue(restrictions: KeyRestrictions): Promise<SearchAccess>
}
