import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { optOutChange } from './opt-out.ts'

const out = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT']
const back = ['START', 'YES', 'UNSTOP']

describe('a text that is one of the words', () => {
  it.each(out)('%s opts out', word => expect(optOutChange(word)).toBe('out'))
  it.each(back)('%s opts in again', word => expect(optOutChange(word)).toBe('in'))

  it('may be written in any case and with spaces around it', () => {
    const spaces = fc.stringMatching(/^[ \n\t]{0,3}$/)
    fc.assert(
      fc.property(
        fc.constantFrom(...out, ...back),
        spaces,
        spaces,
        fc.array(fc.boolean()),
        (word, a, b, upper) => {
          const text = [...word].map((c, at) => (upper[at] ? c : c.toLowerCase())).join('')
          expect(optOutChange(a + text + b)).toBe(out.includes(word) ? 'out' : 'in')
        },
      ),
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
  ])('%j', text => expect(optOutChange(text)).toBeUndefined())
})
