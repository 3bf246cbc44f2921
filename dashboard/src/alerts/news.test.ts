import { expect, test } from 'vitest'
import type { ListUpdate } from '../live/list-feed.ts'
import type { LiveThread } from '../live/thread.ts'
import { newsFor } from './news.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 27, 8, minute))
const now = at(0).getTime()

interface ThreadTraits {
  owner?: string | null
  unread?: boolean
  message?: string
  author?: string
  causes?: string[]
  dueBy?: Date | null
  version?: number
}

const thread = ({
  owner = 'ann',
  unread = false,
  message = 'm1',
  author = 'guest',
  ...more
}: ThreadTraits = {}) =>
  ({
    record: {
      threadId: 'a',
      guestName: 'Zoe',
      version: more.version ?? 1,
      needsAttention: unread ? ['ann'] : [],
      lastMessage: { messageId: message, body: `text of ${message}`, authorId: author },
    },
    desk: { ownerId: owner, dueBy: more.dueBy?.toISOString() ?? null },
    attention: { ann: (more.causes ?? []).map(cause => ({ cause, since: at(0).toISOString() })) },
  }) as unknown as LiveThread

const update = (threads: LiveThread[], more: Partial<ListUpdate> = {}): ListUpdate => ({
  threads,
  left: [],
  isFirst: false,
  isOver: false,
  ...more,
})

const kinds = (...lists: ListUpdate[]) => {
  const news = newsFor('ann')
  return lists.map(list => news.hear(list, now).map(({ kind }) => kind))
}
const first = (one: LiveThread) => update([one], { isFirst: true })

test('a thread with which a list begins is no news', () => {
  expect(kinds(first(thread({ unread: true, dueBy: at(-1) })))).toEqual([[]])
})

test('a message in a thread of mine is news once, with its text', () => {
  const news = newsFor('ann')
  news.hear(first(thread()), now)
  const written = update([thread({ unread: true, message: 'm2' })])
  expect(news.hear(written, now)).toEqual([
    { threadId: 'a', guestName: 'Zoe', kind: 'message', id: 'a message 1', text: 'text of m2' },
  ])
  expect(news.hear(written, now)).toEqual([])
})

test('a thread that is added to the list is news', () => {
  expect(kinds(update([], { isFirst: true }), update([thread({ unread: true })]))).toEqual([[], ['message']])
})

test('when a list begins anew, changes of threads known before are news', () => {
  const over = update([], { left: ['a'], isOver: true })
  expect(kinds(first(thread()), over, first(thread({ unread: true, message: 'm2' })))).toEqual([
    [],
    [],
    ['message'],
  ])
})

test('my own messages, messages I have read and threads of others are no news', () => {
  expect(
    kinds(first(thread({ unread: true })), update([thread({ unread: true, message: 'm2', author: 'ann' })])),
  ).toEqual([[], []])
  expect(kinds(first(thread()), update([thread({ message: 'm2' })]))).toEqual([[], []])
  expect(kinds(first(thread({ owner: 'bob' })), update([thread({ owner: 'bob', unread: true })]))).toEqual([
    [],
    [],
  ])
})

test('a thread that is assigned to me, or needs me for another reason, is news', () => {
  expect(
    kinds(first(thread({ owner: null })), update([thread({ unread: true, causes: ['assigned'] })])),
  ).toEqual([[], ['assigned']])
  expect(kinds(first(thread()), update([thread({ unread: true, causes: ['send-failed'] })]))).toEqual([
    [],
    ['attention'],
  ])
})

test('a deadline that passes is news once, whoever owns the thread, as long as the thread is in a list', () => {
  const news = newsFor('ann')
  const due = thread({ owner: 'bob', dueBy: at(5) })
  expect(news.hear(first(due), now)).toEqual([])
  expect(news.passed(at(4).getTime())).toEqual([])
  expect(news.passed(at(6).getTime()).map(({ kind }) => kind)).toEqual(['late'])
  expect(news.passed(at(7).getTime())).toEqual([])
  const later = newsFor('ann')
  later.hear(first(due), now)
  later.hear(update([], { left: ['a'] }), now)
  expect(later.passed(at(6).getTime())).toEqual([])
})

test('a mention, or a message of mine that failed, is news once, whoever owns the thread', () => {
  const others = (more: ThreadTraits = {}) => thread({ owner: 'bob', unread: true, ...more })
  for (const cause of ['mentioned', 'send-failed'])
    expect(
      kinds(
        first(thread({ owner: 'bob' })),
        update([others({ causes: [cause] })]),
        update([others({ causes: [cause], message: 'm2' })]),
      ),
    ).toEqual([[], ['personal'], []])
  expect(kinds(first(thread({ owner: 'bob' })), update([others({ causes: ['guest-wrote'] })]))).toEqual([
    [],
    [],
  ])
})

test('an older version of a thread, which another list brings late, is no news', () => {
  const [older, newer] = [
    thread({ unread: true, message: 'm2', version: 2 }),
    thread({ unread: true, message: 'm3', version: 3 }),
  ]
  expect(kinds(first(thread()), update([newer]), update([older]), update([newer]))).toEqual([
    [],
    ['message'],
    [],
    [],
  ])
})
