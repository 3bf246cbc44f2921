import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { law } from '../../../../test/support/law.ts'
import { storedGuest } from '../guest.ts'
import { changesByWriting, optOutChange } from './sender-changes.ts'

const [phone, other, id] = ['+4915112345678', '+447700900123', 'US.13491208655302741918']
const guestWith = (guestId: string, fields: object) => ({ guestId, guest: storedGuest.parse(fields) })
const written = (body: string, more: object = {}) => ({
  channel: 'chatapp' as const,
  from: phone,
  body,
  ...more,
})

describe('the words of an opt-out', () => {
  it('are not those of a button that was pressed', () => {
    const button = { metadata: { button: { text: 'STOP' } } }
    const writer = guestWith('g', { phone })
    const optOutOf = (body: string, more: object = {}) =>
      changesByWriting(written(body, more), { writer, senders: [writer] }, [])[0]?.optOut
    expect(optOutOf('STOP', button)).toBeUndefined()
    const optOut = { channel: 'chatapp', change: 'out' }
    expect(optOutOf('STOP')).toEqual(optOut)
    expect(optOutOf('Stop promotions', { ...button, optOut: 'out' })).toEqual(optOut)
  })
})

describe('a message changes', () => {
  it('everybody who has its number, but teaches only about its writer', () => {
    const [writer, second] = [guestWith('a', { addresses: [phone] }), guestWith('b', { phone })]
    const senders = { writer, senders: [second, writer] }
    const changes = changesByWriting(written('START', { senderId: id }), senders, [])
    const word = { channel: 'chatapp', change: 'in' }
    expect(changes).toEqual([
      { guestId: 'a', wroteFrom: phone, optOut: word, learned: [phone, id] },
      { guestId: 'b', wroteFrom: phone, optOut: word },
    ])
  })

  it('of others who are only known by its id nothing but that they are to be left alone', () => {
    const third = guestWith('c', { phone: other, chatappIds: [id] })
    const of = (body: string) => changesByWriting(written(body, { senderId: id }), { senders: [third] }, [])
    expect(of('START')).toEqual([{ guestId: 'c' }])
    expect(of('STOP')).toEqual([{ guestId: 'c', optOut: { channel: 'chatapp', change: 'out' } }])
  })
})

const anywhere = {
  out: ['STOP', 'STOPALL', 'STOP ALL', 'UNSUBSCRIBE', 'REVOKE', 'OPTOUT', 'OPT OUT'],
  in: ['START', 'UNSTOP'],
}
const smsOnly = { out: ['CANCEL', 'END', 'QUIT'], in: ['YES'] }

describe('a text that is one of the words', () => {
  const bothWays = ['out', 'in'] as const
  it.each([
    ...bothWays.flatMap(way => anywhere[way].map(word => [word, way, way] as const)),
    ...bothWays.flatMap(way => smsOnly[way].map(word => [word, undefined, way] as const)),
  ])('%s means by chatapp %s, by SMS %s', (word, chatapp, sms) => {
    expect([optOutChange('chatapp', word), optOutChange('sms', word)]).toEqual([chatapp, sms])
  })

  const spaces = fc.stringMatching(/^[ \n\t]{0,3}$/)
  const words = fc.constantFrom(...Object.values(anywhere).flat(), ...Object.values(smsOnly).flat())
  const cases = fc.array(fc.boolean())
  law(
    'may be written in any case and with spaces around it',
    [words, spaces, spaces, cases],
    (word, a, b, upper) => {
      const text = [...word].map((c, at) => (upper[at] ? c : c.toLowerCase())).join('')
      const isOut = anywhere.out.includes(word) || smsOnly.out.includes(word)
      expect(optOutChange('sms', a + text + b)).toBe(isOut ? 'out' : 'in')
    },
  )
})

it.each([
  'Stop.',
  '"Stop!"',
  '¡STOP!',
  '‘stop’',
  'STOP 🛑',
  '（ＳＴＯＰ）',
  'ｓｔｏｐ。',
  '\u200eSTOP\u200f',
  'STOP\ufe0f',
  'opt-out',
  'Opt\u00a0out…',
  'Stop  all',
  '*REVOKE*',
  'Arret !',
  'ARRÊT',
  'stopp',
])('is found whatever stands around it: %j', text => {
  for (const channel of ['chatapp', 'sms'] as const)
    expect(optOutChange(channel, text, ['Arrêt', 'STOPP'])).toBe('out')
  expect(optOutChange('ota', text, ['Arrêt', 'STOPP'])).toBeUndefined()
})

it.each([
  '',
  '...',
  'STOP it',
  'please stop',
  'Stop. When is breakfast?',
  'We stop, then start',
  'opt me out',
  `stop${'!'.repeat(300)}`,
  'non stop',
  'ST OP',
  'yes please',
  'constructor',
  '__proto__',
])('every other text changes nothing: %j', text => {
  expect(optOutChange('sms', text)).toBeUndefined()
})
