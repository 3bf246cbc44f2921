import type { ChannelName } from '../channel-names.ts'
import { channelOfType } from '../channel-types.ts'
import type { Channel } from '../channels/channel.ts'
import { channels } from '../channels/registry.ts'
import type { Talk } from '../guest.ts'
import { askerOf } from '../merging/merge-rules.ts'
import type { Delivery, MessageType, StoredMessage } from '../message.ts'
import type { ThreadFields } from '../ports.ts'
import type { Thread } from '../thread.ts'
import { later } from '../times.ts'

/** Milliseconds. */
export type SendWaits = Readonly<Record<ChannelName, number>>

export type Outgoing = Pick<StoredMessage, 'type' | 'source' | 'externalMessageId' | 'reservationId'>

/** A provider's id means that the message went out elsewhere. */
export function isSendDue({ type, source, externalMessageId }: Outgoing): boolean {
  const channel = channelOfType(type)
  return externalMessageId === undefined && channel !== undefined && channels[channel].isOurs(source)
}

interface SendTimes {
  now: Date
  waits: SendWaits
  /** The author's limit, in place of `waits`. */
  sendUntil?: Date | undefined
}

/** The delivery carries the ids that its send reads. */
export function initialDelivery(message: Outgoing, thread: Thread, times: SendTimes): Delivery | undefined {
  if (!isSendDue(message)) return undefined
  const asker = message.reservationId === undefined ? askerOf(thread) : undefined
  const reservationId = message.reservationId ?? thread.reservationId
  const { guestId } = thread
  const conversationId = boundTo(message, thread, { guestId: asker ?? guestId, now: times.now })
  return {
    ...(conversationId !== undefined && { conversationId }),
    ...(asker
      ? { guestId: asker, toGuest: true }
      : { ...(reservationId && { reservationId }), ...(guestId && { guestId }) }),
    status: 'pending',
    attempts: 0,
    dueAt: times.now,
    ...lastTime(message.type, times),
  }
}

function boundTo(message: Outgoing, thread: Thread, whom: Parameters<typeof talkOfPost>[2]) {
  const channel = channelOfType(message.type)
  const row: Channel | undefined = channel && channels[channel]
  return row?.boundTo?.(talkOfPost(message, thread, whom))
}

export function lastTime(
  type: MessageType,
  { now, waits, sendUntil }: SendTimes,
): Pick<Delivery, 'sendUntil'> {
  const channel = channelOfType(type)
  return channel ? { sendUntil: sendUntil ?? new Date(now.getTime() + waits[channel]) } : {}
}

export function lastSentPatch(
  thread: Thread,
  { type, source }: StoredMessage,
  at: Date,
): Pick<ThreadFields, 'lastChatappMessageSentAt'> | undefined {
  const channel = channelOfType(type)
  const field = channel !== undefined && channel !== source && channels[channel].lastSentField
  return field ? { [field]: later(at, thread[field]) } : undefined
}

export function talkOfPost(
  { reservationId }: Pick<StoredMessage, 'reservationId'>,
  { conversations, ...thread }: Thread,
  { guestId, now }: { guestId: string | null | undefined; now: Date },
): Talk {
  const stayId = reservationId ?? thread.reservationId
  const bookingId = conversations.find(one => stayId && one.reservationId === stayId)?.bookingId
  return {
    ...(guestId && { guestId }),
    conversations,
    ...(bookingId && { stay: { guestId: null, propertyId: null, bookingId } }),
    isNamed: reservationId !== undefined,
    now,
  }
}
