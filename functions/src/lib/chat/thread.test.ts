import { expect, it } from 'vitest'
import { publicMessage } from './thread.ts'

const note = { messageId: 'n', type: 'note' }
const message = { messageId: 'm', type: 'message' }

it.each([
  ['an empty thread', {}, null],
  ['a thread with nulls', { lastMessage: null, lastPublicMessage: null }, null],
  ['a thread with lastMessage alone', { lastMessage: message }, message],
  ['a message without a type', { lastMessage: { messageId: 'm' } }, { messageId: 'm' }],
  ['a thread with lastMessage alone, a note', { lastMessage: note }, null],
  ['a thread whose last message is a note', { lastMessage: note, lastPublicMessage: message }, message],
])('the last public message of %s', (_, thread, expected) => {
  expect(publicMessage(thread)).toEqual(expected)
})
