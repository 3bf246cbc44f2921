import { expect, test } from 'vitest'
import { money, units } from './money.ts'

test('money has as many digits as its currency', () => {
  expect(money(12_345, 'EUR', 'en-GB')).toBe('€123.45')
  expect(money(12_345, 'JPY', 'en-GB')).toBe('JP¥12,345')
  expect(money(4_500_050, 'HUF', 'en-GB')).toBe('HUF\u00a045,000.50')
  expect(['EUR', 'JPY', 'KWD'].map(currency => units(12_345, currency))).toEqual([
    '123.45',
    '12345',
    '12.345',
  ])
})

test('money of an unknown currency is written plainly', () => {
  expect(['€', '', 'euro'].map(currency => money(12_345, currency, 'en-GB'))).toEqual([
    ...['123.45 €', '123.45 ', '123.45 euro'],
  ])
})
