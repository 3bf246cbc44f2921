import { describe, expect, it } from 'vitest'
import type { ChannelName } from '../channel-names.ts'
import type { SendPlan } from '../channels/channel.ts'
import { storedGuest } from '../guest.ts'
import { obstacle } from './obstacle.ts'

const now = new Date('2026-05-02T12:00:00Z')
const phone = '+4915112345678'
const guest = (fields: object = {}) => storedGuest.parse({ phone, ...fields })

type Plan = SendPlan & { channel: ChannelName }
const chatapp: Plan = { channel: 'chatapp', isTemplate: false }
const sms: Plan = { channel: 'sms', isTemplate: false }

const codeOf = (of: ReturnType<typeof guest> | undefined, { channel, ...plan }: Plan) =>
  obstacle(channel, of, plan, now)?.code

describe('an obstacle to a send', () => {
  const file = 'https://files.example/map.pdf'
  it.each([
    [chatapp, [file], undefined],
    [chatapp, [file, file], 'attachment-not-sendable'],
    [sms, Array<string>(10).fill(file), undefined],
    [sms, Array<string>(11).fill(file), 'attachment-not-sendable'],
    [sms, ['files/map.pdf'], 'attachment-not-sendable'],
    [chatapp, ['http://files.example/map.pdf'], 'attachment-not-sendable'],
  ])('is a file that cannot be sent: %j %j', (plan, attachments, code) => {
    expect(codeOf(guest(), { ...plan, attachments })).toBe(code)
  })
})
