import { expect, test } from 'vitest'
import { isToAnswer } from './to-answer.ts'

const desk = { ownerId: 'ann', state: 'open', unansweredSince: null } as const
const waits = '2026-11-27T08:00:00.000Z'

test('an own thread counts while it is unread or its guest waits', () => {
  expect(isToAnswer({ desk, unread: false }, 'ann')).toBe(false)
  expect(isToAnswer({ desk, unread: true }, 'ann')).toBe(true)
  expect(isToAnswer({ desk: { ...desk, unansweredSince: waits }, unread: false }, 'ann')).toBe(true)
  expect(isToAnswer({ desk: { ...desk, state: 'waiting' }, unread: true }, 'ann')).toBe(true)
})

test('a thread of another, a snoozed and a done thread do not count', () => {
  expect(isToAnswer({ desk, unread: true }, 'bob')).toBe(false)
  expect(isToAnswer({ desk: { ...desk, state: 'snoozed' }, unread: true }, 'ann')).toBe(false)
  expect(isToAnswer({ desk: { ...desk, state: 'done', unansweredSince: waits }, unread: true }, 'ann')).toBe(
    false,
  )
})
