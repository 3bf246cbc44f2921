import { expect, test } from 'vitest'
import { noPresence, othersIn, type Presence, withReports } from './presence.ts'

const noon = Date.UTC(2026, 0, 1, 12)
const presence = (people: Record<string, [secondsAgo: number, isWriting?: boolean]>): Presence =>
  Object.fromEntries(
    Object.entries(people).map(([id, [ago, isWriting = false]]) => [
      id,
      { at: noon - ago * 1000, isWriting },
    ]),
  )

test('users are present for 45 seconds after their report', () => {
  const view = withReports(noPresence, presence({ me: [0], bob: [45], ann: [3, true], cem: [46] }), noon)
  expect(othersIn(view, { uid: 'me', now: noon })).toEqual({ writing: ['ann'], open: ['bob'] })
  expect(othersIn(view, { uid: 'me', now: noon + 1 })).toEqual({ writing: ['ann'], open: [] })
  expect(othersIn(view, { uid: 'me', now: noon + 43_000 })).toEqual({ writing: [], open: [] })
})

test.each([-3_600_000, 0, 3_600_000])('a device whose clock is wrong by %i ms sees the same', wrong => {
  const now = noon + wrong
  const view = withReports(noPresence, presence({ me: [0], bob: [40], cem: [50] }), now)
  expect(othersIn(view, { uid: 'me', now })).toEqual({ writing: [], open: ['bob'] })
  // An old report that comes again makes nobody present.
  const again = withReports(view, presence({ bob: [40], cem: [50] }), now + 6_000)
  expect(othersIn(again, { uid: 'me', now: now + 6_000 })).toEqual({ writing: [], open: [] })
})

test('nobody is present before a report', () => {
  expect(othersIn(noPresence, { uid: 'me', now: noon })).toEqual({ writing: [], open: [] })
})
