import fc from 'fast-check'
import { expect, it } from 'vitest'
import { law } from '../../test/support/law.ts'
import { emailKey, numberKeys, reservationKeys } from './finding-keys.ts'

const isFound = (query: string, stored: string) =>
  numberKeys(query).some(key => numberKeys(stored).includes(key))

it.each([
  ['hme1730122', 'HME1730122'],
  ['HME-1730122', 'hme1730122'],
  ['4008228464', 'BDC-4008228464'],
  ['Airbnb #hmabcd1234', 'HMABCD1234'],
  ['ABB-HMABCD1234', 'HMABCD1234'],
  ['４００８２２８４６４', '4008228464'],
])('the number %s leads to %s', (query, stored) => expect(isFound(query, stored)).toBe(true))

it.each([
  ['4008228464', '4008228465'],
  ['008228464', '4008228464'],
  ['HMABCD1234', 'HMABCD12345'],
  ['', '4008228464'],
])('the number %s does not lead to %s', (query, stored) => expect(isFound(query, stored)).toBe(false))

it('a reservation is found by either of its numbers, and without one by none', () => {
  expect(reservationKeys({ code: 'BDC-12345', otaBookingNumber: '98765' })).toEqual([
    'bdc12345',
    '12345',
    '98765',
  ])
  expect(reservationKeys({ code: null })).toEqual([])
})

it.each([
  ['Maria.Rossi@Example.com', 'maria.rossi@example.com'],
  ['mariarossi@example.com', 'maria.rossi@example.com'],
  [' maria @ example.com. ', 'maria@example.com'],
  ['mailto:Maria@example.com', 'maria@example.com'],
  ['MARIA@MÜLLER.example', 'maria@xn--mller-kva.example'],
  ['mu\u0308ller@example.com', 'MÜLLER@example.com'],
])('the address %s leads to %s', (query, stored) => expect(emailKey(query)).toBe(emailKey(stored)))

it.each([
  ['maria@example.com', 'mario@example.com'],
  ['maria@example.com', 'maria@example.org'],
])('the address %s does not lead to %s', (query, stored) =>
  expect(emailKey(query)).not.toBe(emailKey(stored)),
)

const marks = fc.array(fc.constantFrom(' ', '.', '-', '#', '/', '\u200e', ''), {
  minLength: 10,
  maxLength: 10,
})
const prefixes = fc.constantFrom('', 'BDC-', 'exp ', 'Booking.com: ', '#', 'bdc')

law(
  'a number leads to itself, however it is written',
  [fc.nat(9_999_999_999), marks, prefixes],
  (number, between, before) => {
    const digits = String(number).padStart(10, '4')
    const written = before + [...digits].map((digit, at) => digit + (between[at] ?? '')).join('')
    expect(isFound(written, digits)).toBe(true)
  },
)
