import fc from 'fast-check'
import { expect, it } from 'vitest'
import { law } from '../../../test/support/law.ts'
import { certainNumber, currencyOf, minorUnits } from './booking-values.ts'

it.each([
  ['412.50', 'GBP', 41_250],
  ['412.5', 'EUR', 41_250],
  ['412', 'EUR', 41_200],
  ['-3.10', 'EUR', -310],
  ['22000.00', 'JPY', 22_000],
  // ISO 4217 has fractions here that ICU drops.
  ['45000.00', 'HUF', 4_500_000],
  ['1250000', 'IDR', 125_000_000],
  ['380000.5', 'COP', 38_000_050],
  ['9000.00', 'PKR', 900_000],
  ['3100.00', 'TWD', 310_000],
  ['25000', 'ISK', 25_000],
  ['90000.4', 'UGX', 90_000],
  ['99.9', 'TND', 99_900],
  ['1.2345', 'CLF', 12_345],
  ['1.2345', 'KWD', 1_235],
  ['0.005', 'EUR', 1],
  ['19.99', 'ZZZ', 1_999],
  ['1e3', 'EUR', null],
  ['12,50', 'EUR', null],
  ['', 'EUR', null],
  [null, 'EUR', null],
  ['12.50', null, null],
])('the amount %s %s is %s in minor units', (amount, currency, units) => {
  expect(minorUnits(amount, currency)).toBe(units)
})

law('loses no cent of any amount', [fc.integer({ min: 0, max: 999_999_999_999 })], cents => {
  const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
  expect(minorUnits(text, 'EUR')).toBe(cents)
})

it('a currency is known by its form', () => {
  expect(['EUR', 'eur', 'Euro', '', null].map(currencyOf)).toEqual(['EUR', null, null, null, null])
})

it.each([
  ['+44 7700 900123', '+447700900123'],
  [' +39 (333) 123-4567 ', '+393331234567'],
  ['0044 7700 900123', '+447700900123'],
  ['+52 1 55 1234 5678', '+525512345678'],
  ['+52 55 1234 5678', '+525512345678'],
  ['+54 11 15 4123-4567', '+5491141234567'],
  ['(+39) 333 123 4567', '+393331234567'],
  ['(0039) 333 1234567', '+393331234567'],
  ['+39\u00a0333\u202f1234567', '+393331234567'],
  ['\u202a+39 333 1234567\u202c', '+393331234567'],
  ['＋３９ ３３３ １２３４５６７', '+393331234567'],
  ['+٣٩ ٣٣٣ ١٢٣٤٥٦٧', '+393331234567'],
  ['۰۰۳۹ ۳۳۳ ۱۲۳۴۵۶۷', '+393331234567'],
  ['tel:+39-333-1234567', '+393331234567'],
  ['+44 (0)7700 900123', '+447700900123'],
  ['+39 (0)333 1234567', '+393331234567'],
  ['+39 (0)6 69812345', '+390669812345'],
  ['+34 (0) 612345678', '+34612345678'],
  ['+225 07 12 34 56', '+2250707123456'],
  ['+229 97 12 34 56', '+2290197123456'],
  ['+237 95 12 34 56', '+237695123456'],
  ['(39) 333 1234567', null],
  ['07700 900123', null],
  ['333 1234567', null],
  ['+44', null],
  ['+1234567890123456789', null],
  ['call me on +447700900123', null],
  ['', null],
  [null, null],
])('the phone number %s reads as %s', (text, number) => {
  expect(certainNumber(text)).toBe(number)
})
