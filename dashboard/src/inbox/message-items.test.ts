import { expect, test } from 'vitest'
import type { OutboxEntry } from '../outbox/entry.ts'
import type { Message } from './message.ts'
import { messageItems } from './message-items.ts'

const at = (day: number, minute: number) => new Date(2026, 0, day, 12, minute).toISOString()

const message = (messageId: string, createdAt: string, authorId = 'guest'): Message => ({
  messageId,
  threadId: 'thread',
  body: 'text',
  authorId,
  createdAt,
  source: 'platform',
  type: 'message',
  contentType: 'text',
})

const entry = (messageId: string, createdAt: string): OutboxEntry => ({
  messageId,
  threadId: 'thread',
  createdAt,
  content: { kind: 'message', type: 'message', body: 'text' },
  attempts: 0,
})

const shape = (newestFirst: Message[], waiting: OutboxEntry[]) =>
  messageItems({ newestFirst, waiting, isWhole: false, uid: 'me' }).map(item =>
    'isFirst' in item ? `${item.key}${item.isFirst ? ' named' : ''}` : item.kind,
  )

test('what waits is part of the conversation: it has its day, and its author’s name once', () => {
  const stored = [message('m2', at(1, 1), 'me'), message('m1', at(1, 0))]
  expect(shape(stored, [entry('w1', at(1, 2)), entry('w2', at(2, 0)), entry('w3', at(2, 1))])).toEqual([
    'day',
    'm1 named',
    'm2 named',
    'w1',
    'day',
    'w2 named',
    'w3',
  ])
})

test('what is stored already does not wait', () => {
  expect(shape([message('m1', at(1, 0), 'me')], [entry('m1', at(1, 0))])).toEqual(['day', 'm1 named'])
})
