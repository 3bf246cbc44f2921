import { publicMessage } from '../public-message.ts'
import type { Thread } from '../thread.ts'

/** The search record of a thread. It carries every field, null when empty: a partial update cannot remove one. */
export interface ThreadRecord {
  objectID: string
  threadId: string
  source: string
  lastMessage: RecordMessage | null
  /** Milliseconds since the epoch. */
  updatedAt: number | null
  participantIds: string[]
  /** Participants who may read the thread: a key for one of them finds it. */
  readerIds: string[]
  /** The same once more, for the index tells users apart by the case of their ids only in tags. */
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
}

/** Records have a size limit at the index; a preview needs no more. */
const previewLimit = 1000

export function threadRecord(threadId: string, thread: Thread): ThreadRecord {
  const readerIds = thread.participantIds.filter(id => !thread.selfJoinedIds.includes(id))
  return {
    objectID: threadId,
    threadId,
    source: thread.source,
    lastMessage: preview(publicMessage(thread)),
    updatedAt: thread.updatedAt?.getTime() ?? null,
    participantIds: thread.participantIds,
    readerIds,
    _tags: readerIds,
    needsAttention: thread.needsAttention,
    important: thread.importantFor,
    version: thread.version + 1,
  }
}

/** What a reader who is not staff sees of a record: not who attends to the thread or finds it important. */
export const readerFields = [
  'objectID',
  'threadId',
  'source',
  'lastMessage',
  'updatedAt',
  'participantIds',
] as const satisfies (keyof ThreadRecord)[]

function preview(message: Record<string, unknown> | null): RecordMessage | null {
  if (!message) return null
  return {
    messageId: text(message.messageId),
    body: text(message.body)?.slice(0, previewLimit).toWellFormed() ?? null,
    authorId: text(message.authorId),
    createdAt: message.createdAt instanceof Date ? message.createdAt.toISOString() : null,
    source: text(message.source),
    type: text(message.type),
    contentType: text(message.contentType),
  }
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
