import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message } from './message.ts'
import { allMessages, isConnected, laidOver, type MessagePages, nothingNewer } from './message-pages.ts'

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
function pagesOf(newest: number, oldest: number, requestTime = 10): MessagePages {
  const all = Array.from({ length: newest - oldest + 1 }, (_, index) => message(newest - index))
  const pages = Array.from({ length: Math.ceil(all.length / 3) }, (_, index) => ({
    messages: all.slice(index * 3, index * 3 + 3),
    authors: {},
    nextCursor: null,
    requestTime,
  }))
  return { pages, pageParams: pages.map(() => null) }
}

const bodies = (messages: Message[]) => messages.map(({ body }) => body)

test('each message stands once, newest first, whether the newest come before the pages or after', () => {
  const count = fc.integer({ min: 1, max: 12 })
  fc.assert(
    fc.property(count, count, count, fc.boolean(), (olderCount, added, overlap, isEarly) => {
      const newest = olderCount + added
      const messages = Array.from({ length: added + Math.min(overlap, olderCount) }, (_, index) =>
        message(newest - index),
      )
      const next = laidOver(nothingNewer, { messages, at: isEarly ? 5 : 20 })
      expect(bodies(allMessages(pagesOf(olderCount, 1), next))).toEqual(
        bodies(pagesOf(newest, 1).pages.flatMap(page => page.messages)),
      )
    }),
  )
})

test('a message that changed takes its place, and the others stay the same objects', () => {
  const before = pagesOf(5, 1)
  const newest = laidOver(nothingNewer, { messages: [message(5), message(4, 'changed')], at: 20 })
  const shown = allMessages(before, newest)
  expect(bodies(shown)).toEqual(['number 5', 'changed', 'number 3', 'number 2', 'number 1'])
  expect(shown[0]).toBe(before.pages[0]?.messages[0])
})

test('of two versions of one message the one requested later counts, whichever comes first', () => {
  const live = laidOver(nothingNewer, { messages: [message(1, 'delivered')], at: 20 })
  const late = laidOver(live, { messages: [message(1, 'sent')], at: 15 })
  expect(bodies(allMessages(pagesOf(1, 1), late))).toEqual(['delivered'])
  expect(bodies(allMessages(pagesOf(1, 1, 30), late))).toEqual(['number 1'])
  const posted = laidOver(live, { messages: [message(1, 'just stored'), message(2, 'stored')], at: 0 })
  expect(bodies(allMessages(pagesOf(1, 1), posted))).toEqual(['stored', 'delivered'])
})

test('a gap between pages and newest messages is reported; a message just posted proves no connection', () => {
  const pages = pagesOf(3, 1)
  expect(isConnected(pages, nothingNewer, [message(9), message(8)], false)).toBe(false)
  expect(isConnected(pages, nothingNewer, [message(4), message(3)], false)).toBe(true)
  expect(isConnected(pages, nothingNewer, [message(9)], true)).toBe(true)
  const posted = laidOver(nothingNewer, { messages: [message(9)], at: 0 })
  expect(isConnected(pages, posted, [message(9), message(8)], false)).toBe(false)
})
