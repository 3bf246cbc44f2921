import { expect, it } from 'vitest'
import { pairOf } from './rate-lines.ts'

it.each([
  ['a/b', 'c', 'a', 'b/c'],
  ['a","b', 'c', 'a', 'b","c'],
])('room %s with rate %s is another pair than room %s with rate %s', (room, rate, otherRoom, otherRate) => {
  const [one, other] = [
    pairOf({ otaRoomId: room, otaRateId: rate }),
    pairOf({ otaRoomId: otherRoom, otaRateId: otherRate }),
  ]
  expect(one).not.toBe(other)
})
