import { addressOf, type Guest, windowClosesAt } from '../guest.ts'
import type { DeliveryFailure } from '../message.ts'
import { noGuestPhone, optedOut, templateRequired } from './delivery-failures.ts'
import type { OutboundChannel } from './outbound.ts'

export interface SendPlan {
  channel: OutboundChannel
  isTemplate: boolean
}

/**
 * Why a guest cannot be written to now, as far as we know without asking the provider; undefined when nothing we know
 * of stands in the way. With no inbound chatapp message on record the provider decides.
 */
export function obstacle(
  guest: Guest | undefined,
  { channel, isTemplate }: SendPlan,
  now: Date,
): DeliveryFailure | undefined {
  if (!guest || addressOf(guest, channel) === undefined) return noGuestPhone
  if (guest.optedOut[channel]) return optedOut
  const closesAt = channel === 'chatapp' && !isTemplate ? windowClosesAt(guest) : undefined
  return closesAt && closesAt <= now ? templateRequired : undefined
}
