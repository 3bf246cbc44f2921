import { expect, it } from 'vitest'
import { parseRetention, retentionRules } from './retention.ts'

it('a kind that is not named is kept as long as usual, messages without end', () => {
  const usual = parseRetention('')
  expect(usual).toMatchObject({ auditLog: 1095, emails: 365 })
  expect(usual).not.toHaveProperty('messages')
  expect(parseRetention(' messages=730, emails=90,')).toEqual({ ...usual, messages: 730, emails: 90 })
})

it('a kind that only an earlier version stored is passed over', () => {
  expect(parseRetention('consents=90,messages=730')).toEqual(parseRetention('messages=730'))
})

it('no default is shorter than its least', () => {
  for (const one of Object.values(retentionRules))
    if ('days' in one) expect(one.days).toBeGreaterThanOrEqual(one.least)
  expect(retentionRules.invoices.least).toBeGreaterThanOrEqual(3650)
  expect(retentionRules.auditLog.least).toBeGreaterThanOrEqual(730)
  // The fate of its e-mail may resolve an item.
  expect(retentionRules.items.days).toBeGreaterThan(retentionRules.emails.days)
})

it.each([
  ['auditLog=729', '730 days'],
  ['invoices=10', '3650 days'],
  ['threads=10', 'threads=10'],
  ['emails', 'emails'],
  ['emails=-1', 'emails=-1'],
  ['toString=400', 'toString=400'],
])('the setting %s is refused', (text, words) => {
  expect(() => parseRetention(text)).toThrow(words)
})
