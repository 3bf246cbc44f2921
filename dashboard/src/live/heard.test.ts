import { expect, test } from 'vitest'
import type { LiveThread } from '../inbox/live-threads.ts'
import { heardList, onHeard, type Told } from './heard.ts'

const thread = (threadId: string) => ({ record: { threadId } }) as LiveThread

test('who listens late hears what was told, then what comes, what leaves and the end', () => {
  const told: Told[] = []
  const list = heardList()
  list.tell([thread('a'), thread('b')])
  const stop = onHeard(one => told.push(one))
  list.tell([thread('b')])
  list.end()
  stop()
  heardList().tell([thread('c')])
  expect(told).toEqual([
    { threads: [thread('a'), thread('b')], left: [], isFirst: true, isOver: false },
    { threads: [thread('b')], left: ['a'], isFirst: false, isOver: false },
    { threads: [], left: ['b'], isFirst: false, isOver: true },
  ])
})
