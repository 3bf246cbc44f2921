import type { ThreadRecord } from '../../src/lib/chat/search/thread-record.ts'

/** A search record with these fields; by default its participants may read it. */
export function searchRecordOf(threadId: string, fields: Partial<ThreadRecord> = {}): ThreadRecord {
  const participantIds = fields.participantIds ?? ['u1', 'u2']
  return {
    objectID: threadId,
    threadId,
    source: 'support',
    guestName: null,
    lastMessage: lastMessageOf('Hello'),
    updatedAt: 1_767_225_600_000,
    participantIds,
    _tags: participantIds,
    needsAttention: ['u2'],
    important: ['u2'],
    version: 1,
    ...fields,
  }
}

export const lastMessageOf = (body: string): ThreadRecord['lastMessage'] => ({
  messageId: 'm1',
  body,
  authorId: 'u1',
  createdAt: '2026-01-01T00:00:00.000Z',
  source: 'platform',
  type: 'message',
  contentType: 'text',
  joined: null,
})
