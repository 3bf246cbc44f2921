import type { Delivery, MessageType, StoredMessage } from '../message.ts'
import type { Thread } from '../thread.ts'

/** The vendor channel a message leaves by. */
export type OutboundChannel = 'chatapp' | 'sms'

/** How long a message that cannot be sent is tried, by channel. Milliseconds. */
export type SendWaits = Readonly<Record<OutboundChannel, number>>

interface OutboundRule {
  channel: OutboundChannel
  /** Sources whose messages are ours to send; the rest came in from the guest. */
  isDue(source: string): boolean
}

/** Which message types leave the house, and when (specification B1, step 8). */
const rules = {
  message: null,
  note: null,
  'chatapp-message': { channel: 'chatapp', isDue: source => source === 'platform' },
  'sms-message': { channel: 'sms', isDue: source => source !== 'sms' },
} satisfies Record<MessageType, OutboundRule | null>

export const outboundRule = (type: MessageType): OutboundRule | null => rules[type]

type Outgoing = Pick<StoredMessage, 'type' | 'source' | 'externalMessageId'>

/** A message that already carries a provider's id was sent elsewhere and is never sent again. */
export const isSendDue = (message: Outgoing): boolean =>
  message.externalMessageId === undefined && (outboundRule(message.type)?.isDue(message.source) ?? false)

interface SendTimes {
  now: Date
  waits: SendWaits
  /** What the author says instead. */
  sendUntil?: Date | undefined
}

/** The first state of a due send, or undefined when none is due. The reservation's id travels on the message. */
export function initialDelivery(message: Outgoing, thread: Thread, times: SendTimes): Delivery | undefined {
  if (!isSendDue(message)) return undefined
  const reservation = thread.reservationId ? { reservationId: thread.reservationId } : {}
  return {
    ...reservation,
    status: 'pending',
    attempts: 0,
    dueAt: times.now,
    ...lastTime(message.type, times),
  }
}

/** When a message of that type is given up. */
export function lastTime(
  type: MessageType,
  { now, waits, sendUntil }: SendTimes,
): Pick<Delivery, 'sendUntil'> {
  const rule = outboundRule(type)
  return rule ? { sendUntil: sendUntil ?? new Date(now.getTime() + waits[rule.channel]) } : {}
}
