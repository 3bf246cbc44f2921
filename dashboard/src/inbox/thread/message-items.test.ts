import { expect, test } from 'vitest'
import type { Message } from '../../live/message.ts'
import type { OutboxEntry } from '../../outbox/entry.ts'
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

test('a waiting message is part of the conversation, with its day and its author’s name once', () => {
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

test('a stored message does not wait', () => {
  expect(shape([message('m1', at(1, 0), 'me')], [entry('m1', at(1, 0))])).toEqual(['day', 'm1 named'])
})

const event = (at: string, action = 'thread.own') => ({ at, by: 'me', action, details: { userId: null } })

test('an event of a thread stands at its time, and the next message names its author again', () => {
  const newestFirst = [message('m3', at(2, 0)), message('m2', at(1, 2)), message('m1', at(1, 1))]
  const events = [event(at(1, 0)), event(at(1, 1).replace('000Z', '500Z')), event(at(2, 5))]
  const keys = (isWhole: boolean) =>
    messageItems({ newestFirst, events, waiting: [], isWhole, uid: 'me' }).map(item =>
      item.kind === 'message' ? `${item.key}${item.isFirst ? ' named' : ''}` : item.kind,
    )
  const shown = ['m1 named', 'event', 'm2 named', 'day', 'm3 named', 'event']
  expect(keys(true)).toEqual(['start', 'day', 'event', ...shown])
  expect(keys(false)).toEqual(['day', ...shown])
})
