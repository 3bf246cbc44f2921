import { expect, test } from 'vitest'
import type { Message } from '../../live/message.ts'
import { answerOfOthers, ourSide } from './message-side.ts'

const message = (authorId: string, more: Partial<Message> = {}): Message => ({
  messageId: `${authorId}-${more.type ?? 'message'}`,
  threadId: 'thread',
  body: 'text',
  authorId,
  createdAt: '2026-01-01T00:00:00.000Z',
  source: 'platform',
  type: 'message',
  contentType: 'text',
  ...more,
})

const authors = { guest: { name: 'Maria Rossi' }, ann: { name: 'Ann' }, me: { name: 'Sam' } }

test('in a guest’s thread every message but the guest’s is ours', () => {
  const messages = [message('guest'), message('ann'), message('me')]
  const isOurs = ourSide({ messages, authors, guestName: 'Maria Rossi', uid: 'me' })
  expect(messages.map(isOurs)).toEqual([false, true, true])
})

test('a message of a stranger is never ours', () => {
  const messages = [message('ann'), message('stranger', { joined: 'self' })]
  const isOurs = ourSide({ messages, authors, guestName: 'Maria Rossi', uid: 'me' })
  expect(messages.map(isOurs)).toEqual([true, false])
})

test('a message from a channel is the other side’s, a send or a note is ours, and others follow their author', () => {
  const messages = [
    message('guest', { source: 'chatapp', type: 'chatapp-message' }),
    message('guest'),
    message('ann', { type: 'note' }),
    message('ann'),
    message('landlord'),
  ]
  const isOurs = ourSide({ messages, authors, guestName: null, uid: 'me' })
  expect(messages.map(isOurs)).toEqual([false, false, true, true, false])
})

test('the newest answer of others is neither the user’s own, the guest’s, nor a note', () => {
  const messages = [
    message('guest'),
    message('me'),
    message('ann', { type: 'note' }),
    message('ann', { type: 'sms-message' }),
    message('bob'),
  ]
  const talk = { authors, guestName: 'Maria Rossi', uid: 'me' }
  expect(answerOfOthers({ ...talk, messages })).toBe(messages[3])
  expect(answerOfOthers({ ...talk, messages: messages.slice(0, 3) })).toBeUndefined()
})
