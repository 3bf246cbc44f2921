import { describe, expect, it } from 'vitest'
import { addressOf, storedGuest, windowClosesAt } from './guest.ts'

const [phone, second, chatappId] = ['+4915112345678', '+447700900123', 'US.13491208655302741918']
const guest = (fields: object) => storedGuest.parse(fields)

describe('the address of a guest', () => {
  it('is their number on either channel', () => {
    expect(addressOf(guest({ phone }), 'chatapp')).toBe(phone)
    expect(addressOf(guest({ phone }), 'sms')).toBe(phone)
  })

  it('is by chatapp the one they last wrote from, as long as it is theirs', () => {
    const wrote = { phone, addresses: [second, chatappId] }
    expect(addressOf(guest({ ...wrote, lastChatappAddress: chatappId }), 'chatapp')).toBe(chatappId)
    expect(addressOf(guest({ ...wrote, lastChatappAddress: second }), 'chatapp')).toBe(second)
    expect(addressOf(guest({ ...wrote, lastChatappAddress: '+4915100000000' }), 'chatapp')).toBe(phone)
    expect(addressOf(guest({ ...wrote, lastChatappAddress: second }), 'sms')).toBe(phone)
  })

  it('is by chatapp one that they turned out to have only while they write from there', () => {
    const learned = { phone, chatappIds: [second, chatappId] }
    expect(addressOf(guest({ ...learned, lastChatappAddress: second }), 'chatapp')).toBe(second)
    expect(addressOf(guest({ ...learned, lastChatappAddress: second }), 'sms')).toBe(phone)
    expect(addressOf(guest(learned), 'chatapp')).toBe(phone)
    expect(addressOf(guest({ chatappIds: [second] }), 'sms')).toBeUndefined()
  })

  it('is for SMS a number, not a chatapp id', () => {
    expect(addressOf(guest({ phone: null, addresses: [chatappId, second] }), 'sms')).toBe(second)
    expect(addressOf(guest({ phone: null, addresses: [chatappId, second] }), 'chatapp')).toBe(chatappId)
  })

  it('is not known of a guest without any', () => {
    expect(addressOf(guest({}), 'chatapp')).toBeUndefined()
    expect(addressOf(guest({ phone: null, lastChatappAddress: phone }), 'sms')).toBeUndefined()
  })
})

describe('the chatapp window', () => {
  it('closes 24 hours after the guest last wrote', () => {
    const lastChatappInboundAt = new Date('2026-03-28T23:30:00Z')
    expect(windowClosesAt(guest({ lastChatappInboundAt }))).toEqual(new Date('2026-03-29T23:30:00Z'))
  })

  it('is not known when they never did', () => {
    expect(windowClosesAt(guest({}))).toBeUndefined()
    expect(windowClosesAt(guest({ lastChatappInboundAt: null }))).toBeUndefined()
  })
})

describe('a stored guest that is odd', () => {
  it.each([
    { addresses: null },
    { addresses: ['+49', 7] },
    { chatappIds: null, optedIn: null },
    { chatappIds: 'US.1', optedIn: { sms: 'yes' } },
    { optedOut: null },
    { lastChatappInboundAt: 'yesterday', lastChatappAddress: 3, threadId: {} },
    { name: 12 },
  ])('can be written to all the same: %j', odd => {
    const guest = storedGuest.parse({ phone: '+4915112345678', ...odd })
    expect(addressOf(guest, 'sms')).toBe('+4915112345678')
    expect(guest.optedOut.sms ?? null).toBeNull()
  })

  it('without a number that can be read has none', () => {
    expect(addressOf(storedGuest.parse({ phone: 4915112345678 }), 'sms')).toBeUndefined()
  })

  it.each([{ optedOut: { sms: true } }, { optedOut: 'yes' }])('has opted out if it says so: %j', odd => {
    expect(storedGuest.parse(odd).optedOut.sms).toBeInstanceOf(Date)
  })
})
