import { expect, test } from 'vitest'
import { stepFrom } from './use-list-keys.ts'

const entries = ['a', 'b', 'c'].map(threadId => ({ threadId }))

test.each([
  { open: undefined, place: -1, isBack: false, to: 0 },
  { open: undefined, place: -1, isBack: true, to: 2 },
  { open: 'a', place: 0, isBack: false, to: 1 },
  { open: 'c', place: 2, isBack: false, to: 2 },
  { open: 'c', place: 2, isBack: true, to: 1 },
  { open: 'a', place: 0, isBack: true, to: 0 },
  // A thread has left the list: the thread in its place is next.
  { open: 'gone', place: 1, isBack: false, to: 1 },
  { open: 'gone', place: 1, isBack: true, to: 0 },
  { open: 'gone', place: 3, isBack: false, to: 2 },
  { open: 'gone', place: -1, isBack: false, to: 0 },
  { open: 'gone', place: -1, isBack: true, to: 0 },
])('a step from $open (place $place, back $isBack) leads to row $to', ({ open, place, isBack, to }) => {
  expect(stepFrom(entries, open, { place, isBack })).toBe(to)
})
