import { type ListView, listViews } from '@functions/lib/chat/desk/list-address.ts'
import { expect, test } from 'vitest'
import { type Desk, deskAfter, ordered, snoozeTimes, standsIn, undoOf, urgencyOf } from './desk.ts'

const at = (minutes: number) => new Date(1_000_000_000 + minutes * 60_000).toISOString()
const now = new Date(at(0)).getTime()
const desk = (more: Partial<Desk> = {}): Desk => ({
  state: 'open',
  ownerId: null,
  teamId: null,
  snoozedUntil: null,
  unansweredSince: null,
  dueBy: null,
  escalatedAt: null,
  failedSends: [],
  scheduledIds: [],
  ...more,
})

test('an undone change restores the state before, a snooze only while its time has not come', () => {
  expect(undoOf({ ownerId: 'me' }, desk({ ownerId: 'sam' }), now)).toEqual({ ownerId: 'sam', undo: true })
  expect(undoOf({ state: 'done', reason: 'spam' }, desk({ state: 'waiting' }), now)).toEqual({
    state: 'waiting',
    undo: true,
  })
  const asleep = (until: string) => desk({ state: 'snoozed', snoozedUntil: until })
  expect(undoOf({ state: 'open' }, asleep(at(5)), now)).toEqual({
    state: 'snoozed',
    until: at(5),
    undo: true,
  })
  expect(undoOf({ state: 'open' }, asleep(at(-5)), now)).toEqual({ state: 'open', undo: true })
})

test('a snooze moves no deadline; a reason ends the wait', () => {
  const waits = desk({ unansweredSince: at(-30), dueBy: at(30) })
  expect(deskAfter({ state: 'snoozed', until: at(60) }, waits)).toEqual({
    ...waits,
    state: 'snoozed',
    snoozedUntil: at(60),
  })
  expect(deskAfter({ state: 'done', reason: 'spam' }, waits)).toEqual(desk({ state: 'done' }))
  expect(deskAfter({ ownerId: 'me' }, waits)).toEqual({ ...waits, ownerId: 'me' })
})

test('the times for a snooze are all in the future, and different', () => {
  const names = (...day: [number, number, number, number]) =>
    snoozeTimes(new Date(...day)).map(({ name }) => name)
  expect(names(2026, 10, 25, 10)).toEqual(['hour', 'threeHours', 'evening', 'tomorrow', 'nextWeek'])
  expect(names(2026, 10, 25, 18)).toEqual(['hour', 'threeHours', 'tomorrow', 'nextWeek'])
  expect(names(2026, 10, 29, 20)).toEqual(['hour', 'threeHours', 'tomorrow'])
  const monday = snoozeTimes(new Date(2026, 10, 30, 8)).at(-1)?.until
  expect(monday).toEqual(new Date(2026, 11, 7, 9))
})

test('a deadline is near once it was escalated, or fifteen minutes before', () => {
  expect(urgencyOf(desk({ dueBy: at(20) }), now)).toBe('calm')
  expect(urgencyOf(desk({ dueBy: at(20), escalatedAt: at(-1) }), now)).toBe('near')
  expect(urgencyOf(desk({ dueBy: at(14) }), now)).toBe('near')
  expect(urgencyOf(desk({ dueBy: at(-1), escalatedAt: at(-9) }), now)).toBe('late')
  expect(urgencyOf(desk(), now)).toBe('calm')
})

test('a view begins with the longest wait, and overdue goes by the clock', () => {
  const thread = (threadId: string, more: Partial<Desk>, updatedAt = 0) => ({
    threadId,
    unread: false,
    important: true,
    desk: desk(more),
    updatedAt,
  })
  const ids = (view: ListView, ...threads: ReturnType<typeof thread>[]) =>
    ordered(view, threads).map(({ threadId }) => threadId)
  const [late, early] = [
    thread('late', { unansweredSince: at(-5), dueBy: at(-1) }, 1),
    thread('early', { unansweredSince: at(-9), dueBy: at(3) }, 2),
  ]
  expect(ids('mine', thread('answered', {}, 9), late, early)).toEqual(['early', 'late', 'answered'])
  expect(ids('unassigned', late, early)).toEqual(['early', 'late'])
  expect(ids('overdue', early, late)).toEqual(['late', 'early'])
  expect(ids('waiting', early, late)).toEqual(['late', 'early'])
  expect(ids('done', late, early)).toEqual(['early', 'late'])
  expect(ids('recent', late, early)).toEqual(['early', 'late'])
  const reader = { uid: 'me', now }
  expect([late, early].map(one => standsIn('overdue', one, reader))).toEqual([true, false])
  const views = (more: Partial<Desk>) =>
    listViews.filter(view => standsIn(view, thread('one', more), reader)).join(' ')
  expect(views({})).toBe('recent important')
  expect(views({ ownerId: 'me', unansweredSince: at(-5), dueBy: at(5) })).toBe('recent important mine')
  expect(views({ unansweredSince: at(-5), dueBy: at(-1) })).toBe('recent important unassigned overdue')
  expect(views({ ownerId: 'me', state: 'waiting' })).toBe('recent important mine waiting')
  expect(views({ ownerId: 'me', state: 'done' })).toBe('recent important done')
  expect(views({ state: 'snoozed' })).toBe('recent important snoozed')
})
