import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { optOutChange } from './opt-out.ts'

const anywhere = { out: ['STOP', 'STOPALL', 'UNSUBSCRIBE'], in: ['START', 'UNSTOP'] }
const smsOnly = { out: ['CANCEL', 'END', 'QUIT'], in: ['YES'] }

describe('a text that is one of the words', () => {
  it.each(anywhere.out)('%s opts out on every channel', word => {
    expect([optOutChange('chatapp', word), optOutChange('sms', word)]).toEqual(['out', 'out'])
  })
  it.each(anywhere.in)('%s opts in again on every channel', word => {
    expect([optOutChange('chatapp', word), optOutChange('sms', word)]).toEqual(['in', 'in'])
  })
  it.each(smsOnly.out)('%s opts out of SMS, and is an ordinary word elsewhere', word => {
    expect([optOutChange('chatapp', word), optOutChange('sms', word)]).toEqual([undefined, 'out'])
  })
  it.each(smsOnly.in)('%s opts in to SMS again, and is an ordinary word elsewhere', word => {
    expect([optOutChange('chatapp', word), optOutChange('sms', word)]).toEqual([undefined, 'in'])
  })

  it('may be written in any case and with spaces around it', () => {
    const spaces = fc.stringMatching(/^[ \n\t]{0,3}$/)
    const words = fc.constantFrom(...Object.values(anywhere).flat(), ...Object.values(smsOnly).flat())
    fc.assert(
      fc.property(words, spaces, spaces, fc.array(fc.boolean()), (word, a, b, upper) => {
        const text = [...word].map((c, at) => (upper[at] ? c : c.toLowerCase())).join('')
        const isOut = anywhere.out.includes(word) || smsOnly.out.includes(word)
        expect(optOutChange('sms', a + text + b)).toBe(isOut ? 'out' : 'in')
      }),
    )
  })
})

describe('every other text changes nothing', () => {
  it.each([
    '',
    'STOP it',
    'please stop',
    'stop.',
    'non stop',
    'ST OP',
    'yes please',
    'constructor',
    '__proto__',
  ])('%j', text => expect(optOutChange('sms', text)).toBeUndefined())
})
