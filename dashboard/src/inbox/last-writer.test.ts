import { expect, test } from 'vitest'
import { writerOf } from './last-writer.ts'

const said = (more: object = {}) => ({
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
const known = { uid: 'me', staffName: (userId: string) => (userId === 'sam' ? 'Sam' : undefined) }

test('who wrote last is told by the author, else by the way it came, else not at all', () => {
  expect(writerOf(said({ authorId: 'me' }), known)).toBe('you')
  expect(writerOf(said({ authorId: 'sam' }), known)).toEqual({ name: 'Sam' })
  for (const source of ['chatapp', 'sms', 'platform-guest'])
    expect(writerOf(said({ source }), known)).toBe('guest')
  expect(writerOf(said({ type: 'chatapp-message' }), known)).toBe('us')
  expect(writerOf(said(), known)).toBeUndefined()
})
