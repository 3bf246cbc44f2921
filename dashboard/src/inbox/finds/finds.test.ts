import { describe, expect, it } from 'vitest'
import { isAddress } from '../../api/search-client.ts'
import { isFindable, lacksCountry } from './finds.ts'

describe('a text that the server is asked for', () => {
  it.each([
    '+34 620 123 456',
    '0620-123456',
    'maria@example.com',
    'BDC-4711',
    'Casa Alameda',
    '4711123',
    '  Ida ',
  ])('"%s"', text => {
    expect(isFindable(text)).toBe(true)
  })

  it.each(['', '  ', 'a', 'ab', '12345', '+34', 'maria@', 'maria@example', 'a b', '🏠🏠🏠', 'x'.repeat(201)])(
    'not "%s"',
    text => {
      expect(isFindable(text)).toBe(false)
    },
  )
})

it.each([
  ['0170 1234567', true],
  ['+49 170 1234567', false],
  ['0049 170 1234567', false],
  ['4711', false],
  ['maria@example.com', false],
  ['BDC-471123', false],
])('"%s" lacks a country: %s', (text, expected) => {
  expect(lacksCountry(text)).toBe(expected)
})

describe('a text that stays out of the address of a page', () => {
  it.each(['+34', '+34 620 123 456', '(0620) 12', 'maria@', 'maria@example.com '])('"%s"', text => {
    expect(isAddress(text)).toBe(true)
  })

  it.each(['', 'Maria', 'BDC-4711', 'Casa 12', 'see you @ noon'])('not "%s"', text => {
    expect(isAddress(text)).toBe(false)
  })
})
