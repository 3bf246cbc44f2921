import { describe, expect, it } from 'vitest'
import { segmentsOf } from '../channels/segments.ts'
import { type Stay, storedGuest } from '../guest.ts'
import { reachabilityOf } from './reachability.ts'

const now = new Date('2026-06-15T12:00:00Z')
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)
const phone = '+4915123456789'
const guestWith = (fields: object) => storedGuest.parse({ name: 'Maria Rossi', phone, ...fields })
const ask = (stay: Stay, forStaff = false, text?: string) => reachabilityOf({ stay, now, text, forStaff })
const of = (fields: object) => ask({ guest: guestWith(fields) })

describe('reachability', () => {
  it('of a guest with a number and no inbound message is left to the provider', async () => {
    expect(await of({})).toEqual({
      chatapp: {
        reachable: true,
        reason: null,
        optedOut: false,
        numberValid: true,
        windowClosesAt: null,
        windowOpen: null,
        templatesAllowed: true,
      },
      sms: { reachable: true, reason: null, optedOut: false, numberValid: true, segments: null },
      ota: {
        reachable: false,
        reason: {
          code: 'not-reachable',
          detail: expect.stringContaining('no booking of an OTA'),
          nextAction: expect.any(String),
        },
        optedOut: false,
        numberValid: null,
        provider: null,
        windowClosesAt: null,
        conversation: false,
      },
      guest: { name: 'Maria Rossi' },
      lastUsed: null,
    })
  })

  it.each([
    ['is open until a day after the last message', hours(-1), true],
    ['is open to the last moment', new Date(hours(-24).getTime() + 1), true],
    ['is closed a day after the last message', hours(-24), false],
    ['is closed later on', hours(-100), false],
  ])('by chatapp: the window %s', async (_what, lastChatappInboundAt, windowOpen) => {
    const { chatapp, sms } = await of({ lastChatappInboundAt })
    expect(chatapp).toMatchObject({
      reachable: windowOpen,
      windowOpen,
      windowClosesAt: new Date(lastChatappInboundAt.getTime() + 86_400_000),
      templatesAllowed: true,
    })
    expect(chatapp.reason?.code).toBe(windowOpen ? undefined : 'template-required')
    expect(sms.reachable).toBe(true)
  })

  it('by a channel that the guest opted out of is none, templates included', async () => {
    const { chatapp, sms } = await of({ optedOut: { chatapp: hours(-1) }, lastChatappInboundAt: hours(-2) })
    expect(chatapp).toMatchObject({ reachable: false, optedOut: true, templatesAllowed: false })
    expect(chatapp.reason).toMatchObject({ code: 'opted-out', nextAction: expect.any(String) })
    expect(sms).toMatchObject({ reachable: true, optedOut: false })
    expect((await of({ optedOut: { sms: hours(-1) } })).sms).toMatchObject({
      reachable: false,
      optedOut: true,
    })
  })

  const old = '+5215512345678'
  const invalid = { reachable: false, numberValid: false, reason: { code: 'invalid-number' } }
  it.each<[string, object, object, object]>([
    ...['+4915', '+9991234567', '+49 1512 3456789', '0151 23456789', 'unknown'].map(
      (number): [string, object, object, object] => [
        `the number ${number} is by neither channel`,
        { phone: number },
        { ...invalid, templatesAllowed: false },
        invalid,
      ],
    ),
    [
      'a number the guest has written from is not doubted',
      { phone: old, lastChatappAddress: old, lastChatappInboundAt: hours(-1) },
      { reachable: true, numberValid: true },
      {},
    ],
    [
      'a guest with a chatapp id and no number is by chatapp alone',
      { phone: null, addresses: ['US.13491208655302741918'] },
      { reachable: true, numberValid: null, templatesAllowed: true },
      invalid,
    ],
  ])('of %s', async (_, fields, chatapp, sms) => {
    expect(await of(fields)).toMatchObject({ chatapp, sms })
  })

  it.each<[string, Stay]>([
    ['without a guest', {}],
    ['of a guest without an address', { guest: guestWith({ phone: null, name: null }) }],
  ])('%s is none', async (_what, stay) => {
    const { chatapp, sms, guest } = await ask(stay)
    const none = { reachable: false, numberValid: null, optedOut: false, reason: { code: 'not-reachable' } }
    expect(chatapp).toMatchObject({ ...none, windowOpen: null, templatesAllowed: false })
    expect(sms).toMatchObject(none)
    expect(guest).toEqual(stay.guest ? { name: null } : null)
  })

  it('shows staff, and only staff, the templates with the known values', async () => {
    const stay = { guest: guestWith({}), arrival: '2026-07-03', propertyName: 'Casa Alameda' }
    expect(await ask(stay)).not.toHaveProperty('templates')
    const [first, ...others] = (await ask(stay, true)).templates ?? []
    expect(first).toEqual({
      name: 'booking-confirmation',
      text: expect.stringContaining('{guest}'),
      variables: [
        { name: 'guest', value: 'Maria Rossi' },
        { name: 'property', value: 'Casa Alameda' },
        { name: 'arrival', value: '2026-07-03' },
        { name: 'departure', value: null },
      ],
    })
    expect(others.map(({ name }) => name)).toEqual(['check-in-details', 'reply-request', 'review-request'])
  })
})

describe('a text as an SMS', () => {
  it.each([
    ['x'.repeat(160), 1, 'GSM-7', 160],
    ['x'.repeat(161), 2, 'GSM-7', 161],
    ['€'.repeat(80), 1, 'GSM-7', 160],
    ['x'.repeat(307), 3, 'GSM-7', 307],
    ['ж'.repeat(70), 1, 'UCS-2', 70],
    ['ж'.repeat(71), 2, 'UCS-2', 71],
    ["it's a wave: 👋", 1, 'UCS-2', 14],
  ] as const)('%j takes %i segments', async (text, count, encoding, characters) => {
    expect(segmentsOf(text)).toEqual({ count, encoding, characters })
    expect((await ask({}, false, text)).sms.segments).toEqual({ count, encoding, characters })
  })

  it('has no segments when it is empty', async () =>
    expect((await ask({}, true, '')).sms.segments).toBeNull())
})
