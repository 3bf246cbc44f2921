import { expect, test } from 'vitest'
import { afterPick, mostPicked, nothingPicked, pickedOnly, prunePicked } from './picked.ts'

const listed = Array.from({ length: 300 }, (_, at) => `t${at}`)
const pick = (before = nothingPicked, threadId = '', isRange = false) =>
  afterPick(before, threadId, { listed, isRange })
const ids = ({ ids }: typeof nothingPicked) => [...ids]

test('a pick chooses a thread, and a second pick drops it', () => {
  const two = pick(pick(nothingPicked, 't3'), 't1')
  expect(ids(two)).toEqual(['t3', 't1'])
  expect(ids(pick(two, 't3'))).toEqual(['t1'])
})

test('a range goes from the thread chosen last, either way, and the next range from its end', () => {
  const down = pick(pick(nothingPicked, 't2'), 't4', true)
  expect(ids(down)).toEqual(['t2', 't3', 't4'])
  expect(ids(pick(down, 't0', true))).toEqual(['t2', 't3', 't4', 't1', 't0'])
  expect(ids(pick(nothingPicked, 't4', true))).toEqual(['t4'])
  expect(ids(afterPick(pick(nothingPicked, 'gone'), 't1', { listed, isRange: true }))).toEqual(['gone', 't1'])
})

test('a range chooses a hundred threads at most, the nearest ones', () => {
  const up = pick(pick(nothingPicked, 't250'), 't0', true)
  expect(up.ids.size).toBe(mostPicked)
  expect(up.ids.has('t250')).toBe(true)
  expect(up.ids.has('t0')).toBe(false)
  expect(pickedOnly(listed).ids.size).toBe(mostPicked)
})

test('a thread that has left the list is no longer chosen', () => {
  const two = pickedOnly(['t1', 't2'])
  expect(ids(prunePicked(two, ['t2', 't3']))).toEqual(['t2'])
  expect(prunePicked(two, listed)).toBe(two)
})
