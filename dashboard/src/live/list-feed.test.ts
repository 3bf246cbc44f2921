import { expect, test } from 'vitest'
import { type ListUpdate, listFeed, onListUpdate } from './list-feed.ts'
import type { LiveThread } from './thread.ts'

const thread = (threadId: string) => ({ record: { threadId } }) as LiveThread

test('a late listener hears the present threads, then additions, departures and the end', () => {
  const updates: ListUpdate[] = []
  const list = listFeed()
  list.tell([thread('a'), thread('b')])
  const stop = onListUpdate(one => updates.push(one))
  list.tell([thread('b')])
  list.end()
  stop()
  listFeed().tell([thread('c')])
  expect(updates).toEqual([
    { threads: [thread('a'), thread('b')], left: [], isFirst: true, isOver: false },
    { threads: [thread('b')], left: ['a'], isFirst: false, isOver: false },
    { threads: [], left: ['b'], isFirst: false, isOver: true },
  ])
})
