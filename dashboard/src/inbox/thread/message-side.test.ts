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

test('in a guest’s thread everything but what the guest says is ours, whoever of us says it', () => {
  const messages = [message('guest'), message('ann'), message('me')]
  const isOurs = ourSide({ messages, authors, guestName: 'Maria Rossi', uid: 'me' })
  expect(messages.map(isOurs)).toEqual([false, true, true])
})

test('what a stranger says is never ours', () => {
  const messages = [message('ann'), message('stranger', { joined: 'self' })]
  const isOurs = ourSide({ messages, authors, guestName: 'Maria Rossi', uid: 'me' })
  expect(messages.map(isOurs)).toEqual([true, false])
})

test('what came in by a channel is the other side, a send or a note is ours, and so is what its author says else', () => {
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

test('the newest answer of others is neither one’s own, the guest’s, nor a note', () => {
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
