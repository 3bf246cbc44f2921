import type { OutboundChannel } from '../delivery/outbound.ts'
import type { Guest } from '../guest.ts'
import { type OptOutChange, optOutChange } from './opt-out.ts'
import type { ReceivedMessage } from './receive-message.ts'

/** A guest and the id of their document. */
export interface FoundGuest {
  guestId: string
  guest: Guest
}

/** What a message changes on a guest, in its own commit. */
export interface GuestChange {
  guestId: string
  /** When the guest wrote; absent for a message that has just come: then it is the message's own time. */
  at?: Date | undefined
  /** The chatapp address the guest wrote from: its window is open from now on. */
  wroteFrom?: string | undefined
  optOut?: { channel: OutboundChannel; change: OptOutChange } | undefined
  /** Addresses that are the guest's from now on, and such as no longer are. */
  addresses?: readonly string[] | undefined
  forgotten?: readonly string[] | undefined
  /** Of a guest who is new, or had no thread. */
  name?: string | null | undefined
  threadId?: string | undefined
}

type Writing = Pick<ReceivedMessage, 'channel' | 'from' | 'senderId' | 'body' | 'receivedAt'>

/** Every address the sender is known by to the provider. */
export const addressesOf = ({ from, senderId }: Pick<ReceivedMessage, 'from' | 'senderId'>): string[] =>
  senderId === undefined || senderId === from ? [from] : [from, senderId]

/** What a message changes on the guest who wrote it. Known ids are not written again, and no time goes backwards. */
export function changeByWriting({ guestId, guest }: FoundGuest, message: Writing): GuestChange {
  const { channel, from, senderId, receivedAt } = message
  const isNews = !receivedAt || !guest.lastChatappInboundAt || receivedAt > guest.lastChatappInboundAt
  const isNewId = senderId !== undefined && senderId !== from && !guest.addresses.includes(senderId)
  return {
    ...optOutOf(guestId, message),
    ...(channel === 'chatapp' && isNews && { wroteFrom: from }),
    ...(isNewId && { addresses: [senderId] }),
  }
}

/** What a message changes on somebody who may or may not have written it: only that they are to be left alone, or not. */
export function optOutOf(guestId: string, { channel, body, receivedAt }: Writing): GuestChange {
  const change = optOutChange(body)
  return {
    guestId,
    ...(receivedAt && { at: receivedAt }),
    ...(change && { optOut: { channel, change } }),
  }
}
