import { expect, it } from 'vitest'
import { exampleOf } from './mapping-example.ts'

const row = (otaRoomId: number, otaRoomName: string, roomId: string | null, needsReview = true) => ({
  otaRoomId,
  otaRoomName,
  roomId,
  needsReview,
  score: 0.7,
  reasons: ['both: suite'],
})
const rooms = [
  { id: 'a', name: 'Queen Room', capacity: 2 },
  { id: 'b', name: 'Suite', capacity: 2 },
]

it('a finalised mapping becomes an example of the proposed and the chosen rooms, by names alone', () => {
  const chosenEarlier = { ...row(4, 'Hall', 'b', false), reasons: ['chosen by a person'] }
  const before = {
    rooms: [row(1, 'Queen', 'a', false), row(2, 'Big Suite', 'a'), chosenEarlier],
    ratePlans: [],
  }

  const after = {
    rooms: [row(1, 'Queen', 'a'), row(2, 'Big Suite', 'b'), row(3, 'Villa', null), row(4, 'Hall', 'b')],
    ratePlans: [],
  }
  expect(exampleOf(before, after, rooms)).toEqual({
    rooms: ['Queen Room', 'Suite'],
    rows: [
      { title: 'Queen', proposed: 'Queen Room', isSure: true, chosen: 'Queen Room' },
      { title: 'Big Suite', proposed: 'Queen Room', isSure: false, chosen: 'Suite' },
      { title: 'Villa', proposed: null, isSure: false, chosen: null },
      { title: 'Hall', proposed: null, isSure: false, chosen: 'Suite' },
    ],
  })
})
