import { expect, it } from 'vitest'
import { certainNumber } from './phone.ts'

it.each([
  ['+44 7700 900123', '+447700900123'],
  [' +39 (333) 123-4567 ', '+393331234567'],
  ['0044 7700 900123', '+447700900123'],
  ['07700 900123', null],
  ['333 1234567', null],
  ['+44', null],
  ['+1234567890123456789', null],
  ['call me on +447700900123', null],
  ['', null],
  [null, null],
])('%s is %s', (text, number) => {
  expect(certainNumber(text)).toBe(number)
})
