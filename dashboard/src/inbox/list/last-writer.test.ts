import { expect, test } from 'vitest'
import { writerOf } from './last-writer.ts'

const lastMessage = (more: object = {}) => ({
  messageId: 'm',
  body: 'Hello',
  authorId: 'somebody',
  createdAt: null,
  source: 'platform',
  type: 'message',
  contentType: 'text',
  joined: null,
  ...more,
})
const reader = { uid: 'me', staffName: (userId: string) => (userId === 'sam' ? 'Sam' : undefined) }

test('the last writer is the author, else follows from the channel, else is unknown', () => {
  expect(writerOf(lastMessage({ authorId: 'me' }), reader)).toBe('you')
  expect(writerOf(lastMessage({ authorId: 'sam' }), reader)).toEqual({ name: 'Sam' })
  for (const source of ['chatapp', 'sms', 'platform-guest'])
    expect(writerOf(lastMessage({ source }), reader)).toBe('guest')
  expect(writerOf(lastMessage({ type: 'chatapp-message' }), reader)).toBe('us')
  expect(writerOf(lastMessage(), reader)).toBeUndefined()
})
