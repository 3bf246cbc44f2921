import { describe, expect, it } from 'vitest'
import type { SendPlan } from '../channels/channel.ts'
import type { ChannelName } from '../channels/names.ts'
import { storedGuest } from '../guest.ts'
import { obstacle } from './obstacle.ts'

const now = new Date('2026-05-02T12:00:00Z')
const hoursAgo = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000)
const phone = '+4915112345678'
const guest = (fields: object = {}) => storedGuest.parse({ phone, ...fields })

type Plan = SendPlan & { channel: ChannelName }
const chatapp: Plan = { channel: 'chatapp', isTemplate: false }
const template: Plan = { channel: 'chatapp', isTemplate: true }
const sms: Plan = { channel: 'sms', isTemplate: false }

const codeOf = (of: ReturnType<typeof guest> | undefined, { channel, ...plan }: Plan) =>
  obstacle(channel, of, plan, now)?.code

describe('what stands in the way of a send', () => {
  const file = 'https://files.example/map.pdf'
  it.each([
    [chatapp, [file], undefined],
    [chatapp, [file, file], 'attachment-not-sendable'],
    [sms, Array<string>(10).fill(file), undefined],
    [sms, Array<string>(11).fill(file), 'attachment-not-sendable'],
    [sms, ['files/map.pdf'], 'attachment-not-sendable'],
    [chatapp, ['http://files.example/map.pdf'], 'attachment-not-sendable'],
  ])('is that its files cannot be sent: %j %j', (plan, attachments, code) => {
    expect(codeOf(guest(), { ...plan, attachments })).toBe(code)
  })

  it.each([chatapp, template, sms])('is that nobody is known to send to: %j', plan => {
    expect(codeOf(undefined, plan)).toBe('not-reachable')
    expect(codeOf(storedGuest.parse({}), plan)).toBe('not-reachable')
    expect(codeOf(guest({ phone: null }), plan)).toBe('not-reachable')
  })

  it('is that the guest does not want it, on that channel only', () => {
    const optedOut = { sms: hoursAgo(1) }
    expect(codeOf(guest({ optedOut }), sms)).toBe('opted-out')
    expect(codeOf(guest({ optedOut }), chatapp)).toBeUndefined()
    expect(codeOf(guest({ optedOut: { chatapp: hoursAgo(1), sms: null } }), template)).toBe('opted-out')
    expect(codeOf(guest({ optedOut: { chatapp: hoursAgo(1) } }), sms)).toBeUndefined()
  })

  it('is for free text by chatapp that 24 hours have passed', () => {
    const wrote = (hours: number) => guest({ lastChatappInboundAt: hoursAgo(hours) })
    expect(codeOf(wrote(23.999), chatapp)).toBeUndefined()
    expect(codeOf(wrote(24), chatapp)).toBe('template-required')
    expect(codeOf(wrote(25), chatapp)).toBe('template-required')
    expect(codeOf(wrote(25), template)).toBeUndefined()
    expect(codeOf(wrote(25), sms)).toBeUndefined()
  })

  it('is nothing that we know of when the guest never wrote by chatapp', () => {
    for (const plan of [chatapp, template, sms]) {
      expect(codeOf(guest({ lastChatappInboundAt: null }), plan)).toBeUndefined()
    }
  })
})
