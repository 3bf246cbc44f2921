import fc from 'fast-check'
import { expect, it } from 'vitest'
import { law } from '../../../test/support/law.ts'
import { currencyOf, minorUnits } from './money.ts'

it.each([
  ['412.50', 'GBP', 41_250],
  ['412.5', 'EUR', 41_250],
  ['412', 'EUR', 41_200],
  ['-3.10', 'EUR', -310],
  ['22000.00', 'JPY', 22_000],
  ['1.2345', 'KWD', 1_235],
  ['0.005', 'EUR', 1],
  ['19.99', 'XXX', 1_999],
  ['1e3', 'EUR', null],
  ['12,50', 'EUR', null],
  ['', 'EUR', null],
  [null, 'EUR', null],
  ['12.50', null, null],
])('%s %s is %s', (amount, currency, units) => {
  expect(minorUnits(amount, currency)).toBe(units)
})

law('loses no cent of any amount', [fc.integer({ min: 0, max: 999_999_999_999 })], cents => {
  const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
  expect(minorUnits(text, 'EUR')).toBe(cents)
})

it('knows a currency by its form', () => {
  expect(['EUR', 'eur', 'Euro', '', null].map(currencyOf)).toEqual(['EUR', null, null, null, null])
})
