import { expect, test } from 'vitest'
import { afterHearing, heardNothing, othersIn, type Said } from './presence.ts'

const noon = Date.UTC(2026, 0, 1, 12)
const said = (people: Record<string, [secondsAgo: number, isWriting?: boolean]>): Said =>
  Object.fromEntries(
    Object.entries(people).map(([id, [ago, isWriting = false]]) => [
      id,
      { at: noon - ago * 1000, isWriting },
    ]),
  )

test('who is there is who said so within 45 seconds, but oneself', () => {
  const heard = afterHearing(heardNothing, said({ me: [0], bob: [45], ann: [3, true], cem: [46] }), noon)
  expect(othersIn(heard, { uid: 'me', now: noon })).toEqual({ writing: ['ann'], open: ['bob'] })
  expect(othersIn(heard, { uid: 'me', now: noon + 1 })).toEqual({ writing: ['ann'], open: [] })
  expect(othersIn(heard, { uid: 'me', now: noon + 43_000 })).toEqual({ writing: [], open: [] })
})

test.each([-3_600_000, 0, 3_600_000])('a device whose clock is wrong by %i ms sees the same', wrong => {
  const now = noon + wrong
  const heard = afterHearing(heardNothing, said({ me: [0], bob: [40], cem: [50] }), now)
  expect(othersIn(heard, { uid: 'me', now })).toEqual({ writing: [], open: ['bob'] })
  // What was said long ago and is heard again makes nobody there.
  const again = afterHearing(heard, said({ bob: [40], cem: [50] }), now + 6_000)
  expect(othersIn(again, { uid: 'me', now: now + 6_000 })).toEqual({ writing: [], open: [] })
})

test('nobody is there before anything was heard', () => {
  expect(othersIn(heardNothing, { uid: 'me', now: noon })).toEqual({ writing: [], open: [] })
})
