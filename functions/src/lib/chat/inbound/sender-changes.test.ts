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
  const word = fc.record({ second: fc.nat(50), change: fc.constantFrom('in' as const, 'out' as const) })
  const wordLists = fc.uniqueArray(word, { selector: ({ second }) => second, minLength: 1, maxLength: 8 })

  function handled(fields: Record<string, Record<string, Date>>, change: GuestChange) {
    const due = dueGuestChange(change, storedGuest.parse(fields), at(59))
    if (!due?.optOut) return fields
    const { channel } = due.optOut
    const { [channel]: _before, ...others } = fields.optedOut ?? {}
    return due.optOut.change === 'out'
      ? { ...fields, optedOut: { ...others, [channel]: due.at } }
      : { ...fields, optedOut: others, optedIn: { ...fields.optedIn, [channel]: due.at } }
  }

  law(
    'leave behind what was said last, in whatever order and however often they are handled',
    [wordLists, fc.infiniteStream(fc.nat())],
    (words, numbers) => {
      const last = words.reduce((a, b) => (a.second > b.second ? a : b))
      const shuffled = [...words, ...words]
        .map(item => ({ item, position: Number(numbers.next().value) }))
        .sort((a, b) => a.position - b.position)
      const fields = shuffled.reduce<Record<string, Record<string, Date>>>(
        (before, { item: { second, change } }) =>
          handled(before, { guestId: 'g', at: at(second), optOut: { channel: 'sms', change } }),
        {},
      )
      const guest = storedGuest.parse({ phone, ...fields })
      const stands = obstacle('sms', guest, { isTemplate: false }, at(59))
      expect(stands?.code).toBe(last.change === 'out' ? 'opted-out' : undefined)
    },
  )

  it('leave the guest opted out when in and out are said in the same moment', () => {
    for (const changes of [['in', 'out'] as const, ['out', 'in'] as const]) {
      const fields = changes.reduce<Record<string, Record<string, Date>>>(
        (before, change) => handled(before, { guestId: 'g', at: at(1), optOut: { channel: 'sms', change } }),
        {},
      )
      expect(fields.optedOut).toEqual({ sms: at(1) })
    }
  })

  it('are not read from a button that was pressed', () => {
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
  it('every guest with its number, but adds addresses to its writer alone', () => {
    const [writer, second] = [guestWith('a', { addresses: [phone] }), guestWith('b', { phone })]
    const senders = { writer, senders: [second, writer] }
    const changes = changesByWriting(written('START', { senderId: id }), senders, [])
    const word = { channel: 'chatapp', change: 'in' }
    expect(changes).toEqual([
      { guestId: 'a', wroteFrom: phone, optOut: word, learned: [phone, id] },
      { guestId: 'b', wroteFrom: phone, optOut: word },
    ])
  })

  it('only the opt-out of other guests, who are known by its id alone', () => {
    const third = guestWith('c', { phone: other, chatappIds: [id] })
    const of = (body: string) => changesByWriting(written(body, { senderId: id }), { senders: [third] }, [])
    expect(of('START')).toEqual([{ guestId: 'c' }])
    expect(of('STOP')).toEqual([{ guestId: 'c', optOut: { channel: 'chatapp', change: 'out' } }])
  })
})

describe('a change of a guest', () => {
  const due = (change: Partial<GuestChange>, fields: object) =>
    dueGuestChange({ guestId: 'g', ...change }, storedGuest.parse(fields), at(9))

  it('leaves out addresses that are known already', () => {
    const learned = [phone, other, id]
    expect(due({ learned }, { phone, addresses: [other], chatappIds: [id] })?.learned).toEqual([])
    expect(due({ learned, addresses: [other] }, { phone })?.learned).toEqual([id])
    expect(due({ addresses: [other, id] }, { addresses: [other] })?.addresses).toEqual([id])
    expect(due({ forgotten: [other, id] }, { chatappIds: [id] })?.forgotten).toEqual([id])
  })

  it('never sets a time back', () => {
    const fields = { lastChatappInboundAt: at(5) }
    expect(due({ wroteFrom: phone, at: at(4) }, fields)?.wroteFrom).toBeUndefined()
    expect(due({ wroteFrom: phone, at: at(6) }, fields)?.wroteFrom).toBe(phone)
    expect(due({ wroteFrom: phone }, fields)).toMatchObject({ wroteFrom: phone, at: at(9) })
  })

  it('is none for a guest who is gone, but is due for a new one', () => {
    expect(dueGuestChange({ guestId: 'g', wroteFrom: phone }, undefined, at(1))).toBeUndefined()
    const named = { guestId: 'g', threadId: 't', name: 'N' }
    expect(dueGuestChange(named, undefined, at(1))).toMatchObject(named)
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
])('an opt-out word is found whatever stands around it: %j', text => {
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
