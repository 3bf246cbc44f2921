import { describe, expect, it } from 'vitest'
import { windowClosesAt } from './channels/chatapp.ts'
import { channels } from './channels/registry.ts'
import { storedGuest } from './guest.ts'

const [phone, second, chatappId] = ['+4915112345678', '+447700900123', 'US.13491208655302741918']
const guest = (fields: object) => storedGuest.parse(fields)

describe('the address of a guest', () => {
  it('is their number on either channel', () => {
    expect(channels.chatapp.addressOf(guest({ phone }))).toBe(phone)
    expect(channels.sms.addressOf(guest({ phone }))).toBe(phone)
  })

  it('is by chatapp the one they last wrote from, as long as it is theirs', () => {
    const wrote = { phone, addresses: [second, chatappId] }
    expect(channels.chatapp.addressOf(guest({ ...wrote, lastChatappAddress: chatappId }))).toBe(chatappId)
    expect(channels.chatapp.addressOf(guest({ ...wrote, lastChatappAddress: second }))).toBe(second)
    expect(channels.chatapp.addressOf(guest({ ...wrote, lastChatappAddress: '+4915100000000' }))).toBe(phone)
    expect(channels.sms.addressOf(guest({ ...wrote, lastChatappAddress: second }))).toBe(phone)
  })

  it('is by chatapp spelled as they last wrote from it', () => {
    const wrote = { phone: '+525512345678', lastChatappAddress: '+5215512345678' }
    expect(channels.chatapp.addressOf(guest(wrote))).toBe('+5215512345678')
    expect(channels.sms.addressOf(guest(wrote))).toBe('+525512345678')
  })

  it('is by chatapp one that they turned out to have only while they write from there', () => {
    const learned = { phone, chatappIds: [second, chatappId] }
    expect(channels.chatapp.addressOf(guest({ ...learned, lastChatappAddress: second }))).toBe(second)
    expect(channels.sms.addressOf(guest({ ...learned, lastChatappAddress: second }))).toBe(phone)
    expect(channels.chatapp.addressOf(guest(learned))).toBe(phone)
    expect(channels.sms.addressOf(guest({ chatappIds: [second] }))).toBeUndefined()
  })

  it('is for SMS a number, not a chatapp id', () => {
    expect(channels.sms.addressOf(guest({ phone: null, addresses: [chatappId, second] }))).toBe(second)
    expect(channels.chatapp.addressOf(guest({ phone: null, addresses: [chatappId, second] }))).toBe(chatappId)
  })

  it('is not known of a guest without any', () => {
    expect(channels.chatapp.addressOf(guest({}))).toBeUndefined()
    expect(channels.sms.addressOf(guest({ phone: null, lastChatappAddress: phone }))).toBeUndefined()
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
    expect(channels.sms.addressOf(guest)).toBe('+4915112345678')
    expect(guest.optedOut.sms ?? null).toBeNull()
  })

  it('without a number that can be read has none', () => {
    expect(channels.sms.addressOf(storedGuest.parse({ phone: 4915112345678 }))).toBeUndefined()
  })

  it.each([{ optedOut: { sms: true } }, { optedOut: 'yes' }])('has opted out if it says so: %j', odd => {
    expect(storedGuest.parse(odd).optedOut.sms).toBeInstanceOf(Date)
  })
})
