import { expect, test } from 'vitest'
import { pause } from '../api/persistently.ts'
import { due, type OutboxEntry, requestOf } from './entry.ts'

const entry = (messageId: string, threadId: string, more: Partial<OutboxEntry> = {}): OutboxEntry => ({
  messageId,
  threadId,
  createdAt: '2026-01-01T00:00:00.000Z',
  content: { kind: 'message', type: 'message', body: 'text' },
  attempts: 0,
  ...more,
})
const refused: NonNullable<OutboxEntry['refused']> = {
  status: 409,
  code: 'message-conflict',
  detail: '',
  errors: [],
  retryable: false,
}
const dueIds = (entries: OutboxEntry[], now = 100) => due(entries, now).map(({ messageId }) => messageId)

test('a thread’s messages keep their order, and threads do not wait for each other', () => {
  expect(dueIds([entry('1', 'a'), entry('2', 'a'), entry('3', 'b')])).toEqual(['1', '3'])
  expect(dueIds([entry('1', 'a', { notBefore: 200 }), entry('2', 'a'), entry('3', 'b')])).toEqual(['3'])
})

test('a refused message holds no other up', () => {
  expect(dueIds([entry('1', 'a', { refused }), entry('2', 'a')])).toEqual(['2'])
})

test('the server is not asked sooner than it wants, else at least every half minute', () => {
  expect(pause(1, 60)).toBe(60_000)
  expect(pause(1, undefined)).toBe(2_000)
  expect(pause(20, undefined)).toBe(30_000)
})

test('a request names mentions only for a note that has them', () => {
  const note = { kind: 'message', type: 'note', body: '@Bob' } as const
  const bodyOf = (content: OutboxEntry['content']) => requestOf(entry('1', 'a', { content })).body
  const mentions = [{ userId: 'b', name: 'Bob' }]
  expect(bodyOf({ ...note, mentions })).toEqual({
    body: '@Bob',
    type: 'note',
    messageId: '1',
    mentions: ['b'],
  })
  for (const content of [note, { ...note, mentions: [] }])
    expect(bodyOf(content)).not.toHaveProperty('mentions')
})
