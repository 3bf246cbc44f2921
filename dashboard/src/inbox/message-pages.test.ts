import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message } from './message.ts'
import { type MessagePages, withNewest } from './message-pages.ts'

const message = (number: number, body = `number ${number}`): Message => ({
  messageId: `m${String(number).padStart(4, '0')}`,
  threadId: 'thread',
  body,
  authorId: 'author',
  createdAt: new Date(1_000_000 + number * 1000).toISOString(),
  source: 'platform',
  type: 'message',
  contentType: 'text',
})

/** The messages from one number down to another, in pages of three. */
function pagesOf(newest: number, oldest: number): MessagePages {
  const all = Array.from({ length: newest - oldest + 1 }, (_, index) => message(newest - index))
  const pages = Array.from({ length: Math.ceil(all.length / 3) }, (_, index) => ({
    messages: all.slice(index * 3, index * 3 + 3),
    authors: {},
    nextCursor: null,
  }))
  return { pages, pageParams: pages.map(() => null) }
}

const bodies = (pages: MessagePages | undefined) =>
  pages?.pages.flatMap(({ messages }) => messages.map(({ body }) => body))

test('whatever of the newest comes, each message stands once and the newest first', () => {
  const count = fc.integer({ min: 1, max: 12 })
  fc.assert(
    fc.property(count, count, count, (known, added, overlap) => {
      const newest = known + added
      const told = Array.from({ length: added + Math.min(overlap, known) }, (_, index) =>
        message(newest - index),
      )
      const next = withNewest(pagesOf(known, 1), told, false)
      expect(bodies(next)).toEqual(bodies(pagesOf(newest, 1)))
    }),
  )
})

test('a message that changed takes its place, and the others stay the same objects', () => {
  const before = pagesOf(5, 1)
  const next = withNewest(before, [message(5), message(4, 'changed')], false)
  expect(bodies(next)).toEqual(['number 5', 'changed', 'number 3', 'number 2', 'number 1'])
  expect(next?.pages[0]?.messages[0]).toBe(before.pages[0]?.messages[0])
})

test('where messages may be missing in between, nothing is put together', () => {
  expect(withNewest(pagesOf(3, 1), [message(9), message(8)], false)).toBeUndefined()
  expect(bodies(withNewest(pagesOf(1, 1), [message(2)], true))).toEqual(['number 2', 'number 1'])
})
