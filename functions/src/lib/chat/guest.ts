import * as z from 'zod'
import type { OutboundChannel } from './delivery/outbound.ts'

const text = z.string().nullish().catch(undefined)
const time = z.date().nullish().catch(undefined)
/** One that cannot be read is respected. */
const optOut = z
  .date()
  .nullish()
  .catch(() => new Date(0))
const optOuts = z.looseObject({ chatapp: optOut, sms: optOut })
const optIns = z.looseObject({ chatapp: time, sms: time })

/**
 * A stored guest, `guests/{guestId}`. Unknown fields are kept; everything may be absent, and what is odd counts as
 * absent: nobody must become unreachable by a field of no importance.
 */
export const storedGuest = z.looseObject({
  name: text,
  /** E.164. */
  phone: text,
  email: text,
  /** Further addresses that staff have found to be this guest's: numbers, or chatapp ids of a guest without one. */
  addresses: z.array(z.string()).catch([]),
  /** Chatapp ids and numbers that turned out to be this guest's, though nobody said so: they are looked at last. */
  chatappIds: z.array(z.string()).catch([]),
  lastChatappInboundAt: time,
  /** The address the guest last wrote from by chatapp: the one whose window is open. */
  lastChatappAddress: text,
  /** Since when the guest does not want to be written to, per channel. */
  optedOut: optOuts
    .nullish()
    .transform(channels => channels ?? {})
    .catch(() => ({ chatapp: new Date(0), sms: new Date(0) })),
  /** When the guest last said that they want to be written to again, per channel. */
  optedIn: optIns.catch({}),
  /** Where messages go of a guest without any reservation's thread. */
  threadId: text,
})
export type Guest = z.infer<typeof storedGuest>

const phoneNumber = /^\+[1-9]\d{6,14}$/

/** How long after a guest's last chatapp message free text is allowed. Milliseconds. */
const chatappWindow = 24 * 60 * 60_000

/** Where the guest is written to on a channel: where they last wrote from if that still is theirs, else their number. */
export function addressOf(guest: Guest, channel: OutboundChannel): string | undefined {
  const own = [guest.phone, ...guest.addresses].filter(address => typeof address === 'string')
  if (channel === 'sms') return own.find(address => phoneNumber.test(address)) ?? own[0]
  return [...own, ...guest.chatappIds].find(address => address === guest.lastChatappAddress) ?? own[0]
}

/** When free text by chatapp ends being allowed; undefined when no inbound message is on record. */
export const windowClosesAt = ({ lastChatappInboundAt }: Guest): Date | undefined =>
  lastChatappInboundAt ? new Date(lastChatappInboundAt.getTime() + chatappWindow) : undefined
