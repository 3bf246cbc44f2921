import { expect, it } from 'vitest'
import { emailAddress } from './email-address.ts'

it.each([
  'maria.lopez+stay@example.com',
  "o'brien@example.co.uk",
  'info@müller.de',
  'jörg.müller@example.de',
  '用户@例え.jp',
  'a@xn--mller-kva.de',
  'Ana@BÜCHER.example',
])('%s is an address', address => expect(emailAddress.safeParse(address).data).toBe(address))

it.each([
  ...['', 'maria', '@example.com', 'maria@', 'maria@example', 'maria@@example.com', 'a b@example.com'],
  ...['maria@exa mple.com', '.maria@example.com', 'maria.@example.com', 'ma..ria@example.com'],
  ...['Maria <maria@example.com>', 'a@example.com,b@example.com', 'a@example.com\nBcc: b@example.com'],
  ...['maria@127.0.0.1', 'maria@example.com/x', 'maria@-example.com', 'maria@exa_mple.com', 'a@example..com'],
  ...['maria\u200b@example.com', '\ud800@example.com', `${'x'.repeat(65)}@example.com`],
  `a@${'x'.repeat(64)}.com`,
])('%j is no address', address => expect(emailAddress.safeParse(address).success).toBe(false))
