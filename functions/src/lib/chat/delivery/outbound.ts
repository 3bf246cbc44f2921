import type { Channel } from '../channels/channel.ts'
import type { ChannelName } from '../channels/names.ts'
import { channelOfType } from '../channels/naming.ts'
import { channels } from '../channels/registry.ts'
import { askerOf } from '../merging/merged.ts'
import type { Delivery, MessageType, StoredMessage } from '../message.ts'
import type { Thread } from '../thread.ts'
import { talkOfPost } from './talk-of-post.ts'

/** How long a message that cannot be sent is tried. Milliseconds. */
export type SendWaits = Readonly<Record<ChannelName, number>>

export type Outgoing = Pick<StoredMessage, 'type' | 'source' | 'externalMessageId' | 'reservationId'>

/** A message that already carries a provider's id was sent elsewhere and is never sent again. */
export function isSendDue({ type, source, externalMessageId }: Outgoing): boolean {
  const channel = channelOfType(type)
  return externalMessageId === undefined && channel !== undefined && channels[channel].isOurs(source)
}

interface SendTimes {
  now: Date
  waits: SendWaits
  /** What the author says instead. */
  sendUntil?: Date | undefined
}

/** The first state of a due send, or undefined when none is due. What is read for it travels on the message. */
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

/** When a message of that type is given up. */
export function lastTime(
  type: MessageType,
  { now, waits, sendUntil }: SendTimes,
): Pick<Delivery, 'sendUntil'> {
  const channel = channelOfType(type)
  return channel ? { sendUntil: sendUntil ?? new Date(now.getTime() + waits[channel]) } : {}
}
