import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Words of adapters alone: vendors' names, and how the messaging provider writes ids, codes and statuses. */
const vendorWord =
  /twilio|whatsapp|sendgrid|algolia|channex|\bHX|\b(?:SM|MM)\[|\bundelivered\b|\b(?:2[01]|30|6[03])\d{3}\b/i

const folder = new URL('.', import.meta.url)
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .sort()

it('the check reads the whole domain', () => {
  expect(files.length).toBeGreaterThan(100)
  for (const word of ['Twilio', 'code 63016', "'undelivered'", 'HX12']) expect(word).toMatch(vendorWord)
})

it.each(files)('%s holds no word of a vendor', name => {
  const lines = readFileSync(new URL(name, folder), 'utf8').split('\n')
  expect(lines.filter(line => vendorWord.test(line))).toEqual([])
})
