import fc from 'fast-check'
import { expect, it } from 'vitest'
import { law } from '../../../../../test/support/law.ts'
import { normalize } from './plain-text.ts'

it.each([
  ['Double Room', ' double  room '],
  ['Suite Été', 'SUITE ETE'],
  ['King-Size (Sea View)', 'king size sea view'],
  ['Ｆｕｌｌ', 'full'],
  ['Zimmer №1', 'zimmer no1'],
])('%j and %j are the same normalized', (one, other) => {
  expect(normalize(one)).toBe(normalize(other))
})

it.each([
  ['Double Room', 'Double Rooms'],
  ['Room 1', 'Room 11'],
  ['Комната', '房间'],
])('%j and %j differ normalized', (one, other) => {
  expect(normalize(one)).not.toBe(normalize(other))
})

law('changes nothing the second time', [fc.string({ unit: 'binary' })], name => {
  expect(normalize(normalize(name))).toBe(normalize(name))
})
