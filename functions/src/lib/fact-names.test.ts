import { expect, it } from 'vitest'
import { keyOfFact } from './fact-names.ts'

it.each([
  ['Wi-Fi', 'wifi', true],
  ['Check-in ', 'checkIn', true],
  ['🚗', '🐕', false],
  ['*', '**', false],
])('%s and %s name one fact: %s', (one, other, isOne) => {
  expect(keyOfFact(one) === keyOfFact(other)).toBe(isOne)
})
