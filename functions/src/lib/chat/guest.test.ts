import { describe, expect, it } from 'vitest'
import { channels } from './channels/registry.ts'
import { storedGuest } from './guest.ts'

const [phone, second, chatappId] = ['+4915112345678', '+447700900123', 'US.13491208655302741918']
const bySms = (fields: object) => channels.sms.addressOf(storedGuest.parse(fields))
const byChatapp = (fields: object) => channels.chatapp.addressOf(storedGuest.parse(fields))

describe('the address of a guest', () => {
  it('is by chatapp the one the guest last wrote from, while it is theirs', () => {
    const wrote = { phone, addresses: [second, chatappId] }
    expect(byChatapp({ ...wrote, lastChatappAddress: chatappId })).toBe(chatappId)
    expect(byChatapp({ ...wrote, lastChatappAddress: second })).toBe(second)
    expect(byChatapp({ ...wrote, lastChatappAddress: '+4915100000000' })).toBe(phone)
    expect(bySms({ ...wrote, lastChatappAddress: second })).toBe(phone)
  })

  it('is by chatapp in the spelling that the guest last wrote from', () => {
    const wrote = { phone: '+525512345678', lastChatappAddress: '+5215512345678' }
    expect(byChatapp(wrote)).toBe(wrote.lastChatappAddress)
    expect(bySms(wrote)).toBe(wrote.phone)
  })

  it('is by chatapp a learned address only if the guest last wrote from it', () => {
    const learned = { phone, chatappIds: [second, chatappId] }
    expect(byChatapp({ ...learned, lastChatappAddress: second })).toBe(second)
    expect(bySms({ ...learned, lastChatappAddress: second })).toBe(phone)
    expect(byChatapp(learned)).toBe(phone)
    expect(bySms({ chatappIds: [second] })).toBeUndefined()
  })

  it('is for SMS a number, not a chatapp id', () => {
    const contacts = { phone: null, addresses: [chatappId, second] }
    expect(bySms(contacts)).toBe(second)
    expect(byChatapp(contacts)).toBe(chatappId)
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
    expect(bySms({ phone, ...odd })).toBe(phone)
    expect(storedGuest.parse(odd).optedOut.sms ?? null).toBeNull()
  })

  it('without a readable number has no address for SMS', () => {
    expect(bySms({ phone: 4915112345678 })).toBeUndefined()
  })

  it.each([{ optedOut: { sms: true } }, { optedOut: 'yes' }])('has opted out if it says so: %j', odd => {
    expect(storedGuest.parse(odd).optedOut.sms).toBeInstanceOf(Date)
  })
})
