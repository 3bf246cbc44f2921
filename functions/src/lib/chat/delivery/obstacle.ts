import { addressOf, type Guest, windowClosesAt } from '../guest.ts'
import type { DeliveryFailure, StoredMessage } from '../message.ts'
import { filesNotSendable, noGuestPhone, optedOut, templateRequired } from './delivery-failures.ts'
import type { OutboundChannel } from './outbound.ts'

export interface SendPlan {
  channel: OutboundChannel
  isTemplate: boolean
  /** Files that go with the text. */
  attachments?: readonly string[] | undefined
}

export const planOf = ({ delivery, attachments }: StoredMessage, channel: OutboundChannel): SendPlan => ({
  channel,
  isTemplate: delivery?.template !== undefined,
  attachments,
})

/** Files that the provider takes with one message. */
const maxFiles = { chatapp: 1, sms: 10 } satisfies Record<OutboundChannel, number>

/**
 * Why a guest cannot be written to now, as far as we know without asking the provider; undefined when nothing we know
 * of stands in the way. With no inbound chatapp message on record the provider decides.
 */
export function obstacle(
  guest: Guest | undefined,
  { channel, isTemplate, attachments = [] }: SendPlan,
  now: Date,
): DeliveryFailure | undefined {
  if (attachments.length > maxFiles[channel] || !attachments.every(isPublicAddress)) return filesNotSendable
  if (!guest || addressOf(guest, channel) === undefined) return noGuestPhone
  if (guest.optedOut[channel]) return optedOut
  const closesAt = channel === 'chatapp' && !isTemplate ? windowClosesAt(guest) : undefined
  return closesAt && closesAt <= now ? templateRequired : undefined
}

/** The provider fetches a file itself. */
const isPublicAddress = (attachment: string): boolean =>
  URL.canParse(attachment) && new URL(attachment).protocol === 'https:'
