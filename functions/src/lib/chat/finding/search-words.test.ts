import fc from 'fast-check'
import { expect, it } from 'vitest'
import { law } from '../../../../test/support/law.ts'
import { wordsOf } from './search-words.ts'

const countries = new Set(['IT', 'DE', 'nowhere'])

it.each([
  ['+39 333 123 4567', ['+393331234567']],
  ['0039-333-1234567', ['+393331234567']],
  ['393331234567', ['+393331234567']],
  ['(+39) 333.1234567', ['+393331234567']],
  ['\u200e(+39)\u00a0333 1234567\u200f', ['+393331234567']],
  ['+３９ ３３３ １２３４５６７', ['+393331234567']],
  ['٠٠٣٩ ٣٣٣ ١٢٣٤٥٦٧', ['+393331234567']],
  ['+225 07 12 34 56', ['+22507123456']],
  ['333 123 4567', ['+393331234567', '+493331234567']],
  ['0151 23456789', ['+4915123456789']],
  ['12345', []],
  ['Villa 1234567', []],
  ['maria@example.com', []],
])('%s means the numbers %s', async (text, phones) => {
  const numbers = (await wordsOf(text, countries)).phones
  expect(numbers).toEqual(expect.arrayContaining(phones))
  if (phones.length === 0) expect(numbers).toEqual([])
})

it('a national number is tried in every country where each is served, and found by its end', async () => {
  const { nationalPhones, phoneEnd } = await wordsOf('0333 1001033', new Set())
  expect(nationalPhones).toEqual(expect.arrayContaining(['+443331001033']))
  expect(nationalPhones.length).toBeLessThanOrEqual(60)
  expect(phoneEnd).toBe('3331001033')
  expect((await wordsOf('333 1001033', new Set())).nationalPhones).toContain('+393331001033')
  expect(await wordsOf('100103', new Set())).toMatchObject({ phoneEnd: undefined })
  expect(await wordsOf('0100103', new Set())).toMatchObject({ phoneEnd: '0100103' })
})

it('a number is tried in more countries than a query takes numbers, if it is valid in few', async () => {
  const many = new Set(['AE', 'AR', 'AU', 'BG', 'BO', 'CH', 'CZ', 'FI', 'GR', 'IT', 'JP', 'KR', 'NG', 'DE'])
  expect((await wordsOf('0151 23456789', many)).phones).toContain('+4915123456789')
})

it('an e-mail address is read as an address, and as no name', async () => {
  expect(await wordsOf(' Maria@Example.com ', countries)).toMatchObject({
    emails: ['Maria@Example.com', 'maria@example.com'],
    emailKeys: ['maria@examplecom'],
    names: [],
    numbers: [],
    numberKeys: [],
  })
})

it('a name is read as it was typed, and with capitals', async () => {
  expect((await wordsOf('casa  alameda', countries)).names).toEqual([
    'casa alameda',
    'Casa alameda',
    'Casa Alameda',
  ])
})

const spaced = fc.array(fc.constantFrom(' ', '-', '.', '/', '(', ')', ''), { minLength: 12, maxLength: 12 })

law('finds a number however it is spelled', [fc.nat(9_999_999), spaced], async (number, between) => {
  const digits = `333${String(number).padStart(7, '0')}`
  const spelled = `+39 ${[...digits].map((digit, at) => digit + (between[at] ?? '')).join('')}`
  expect((await wordsOf(spelled, countries)).phones).toContain(`+39${digits}`)
})

law(
  'never asks Firestore for more than it takes',
  [fc.string(), fc.constantFrom(new Set<string>(), countries)],
  async (text, served) => {
    const { phones, emails, names, numbers, numberKeys } = await wordsOf(text, served)
    expect(phones.length).toBeLessThanOrEqual(10)
    expect(numberKeys.length + 2 * numbers.length).toBeLessThanOrEqual(30)
    expect(emails.length).toBeLessThanOrEqual(2)
    expect(names.length).toBeLessThanOrEqual(3)
  },
)
