import { expect, test } from 'vitest'
import { type Writer, withWriters, writingByThread } from './writers.ts'

const noon = Date.UTC(2026, 0, 1, 12)
const writer = (userId: string, secondsAgo: number, threadId = 't'): Writer => ({
  threadId,
  userId,
  at: noon - secondsAgo * 1000,
})
const asMe = (view: ReturnType<typeof withWriters>, now = noon) => [
  ...writingByThread(view, { uid: 'me', now }),
]

test('the writers of a thread are others who said so within 45 seconds', () => {
  const view = withWriters(
    undefined,
    [writer('me', 0), writer('cem', 1), writer('ann', 45), writer('bob', 45, 'u'), writer('dan', 46)],
    noon,
  )
  expect(asMe(view)).toEqual([
    ['t', ['ann', 'cem']],
    ['u', ['bob']],
  ])
  expect(asMe(view, noon + 1)).toEqual([['t', ['cem']]])
  expect(asMe(view, noon + 44_001)).toEqual([])
  expect([...writingByThread(undefined, { uid: 'me', now: noon })]).toEqual([])
})

test.each([-3_600_000, 3_600_000])(
  'a device whose clock is wrong by %i ms sees who begins to write',
  wrong => {
    const now = noon + wrong
    const first = withWriters(undefined, [writer('dan', 50)], now)
    const then = withWriters(first, [writer('ann', 0), writer('dan', 50)], now)
    expect(asMe(then, now)).toEqual([['t', ['ann']]])
    // A writer who stops is gone; the other is as old as before.
    expect(asMe(withWriters(then, [writer('dan', 50)], now), now)).toEqual([])
    expect(asMe(then, now + 45_001)).toEqual([])
  },
)
