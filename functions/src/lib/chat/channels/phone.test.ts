import { describe, expect, it } from 'vitest'
import { channels } from './registry.ts'

const everywhere = new Set<string>()

describe('a short code or any other address that is no number', () => {
  it.each(['78887', '449098790000', 'BANK', 'US.13491234'])('%s gets no SMS', async address => {
    for (const countries of [everywhere, new Set(['US'])])
      expect(await channels.sms.refusalOf(address, countries)).toMatchObject({ code: 'invalid-number' })
  })

  it('may be that of a chatapp user', async () => {
    expect(await channels.chatapp.refusalOf('US.13491234', new Set(['IT']))).toBeUndefined()
  })
})

it.each([
  ['+499001234567', everywhere, 'number-not-allowed'],
  ['+19002345678', everywhere, 'number-not-allowed'],
  ['+979123456789', everywhere, 'number-not-allowed'],
  ['+8816123456789', new Set(['US']), 'number-not-allowed'],
  ['+393331234567', new Set(['US']), 'number-not-allowed'],
  ['+393331234567', everywhere, undefined],
  ['+393331234567', new Set(['IT']), undefined],
  ['+5215512345678', new Set(['MX']), undefined],
  ['+553187654321', new Set(['BR']), undefined],
  ['+5215512345678', new Set(['US']), 'number-not-allowed'],
])('both channels judge the number %s alike (countries: %j)', async (address, countries, code) => {
  for (const name of ['chatapp', 'sms'] as const)
    expect((await channels[name].refusalOf(address, countries))?.code).toBe(code)
})
