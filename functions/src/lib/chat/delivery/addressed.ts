import { addressOf, type Guest, type Guests } from '../guest.ts'
import { mayStillReachOut } from '../membership.ts'
import type { Delivery, DeliveryFailure } from '../message.ts'
import { type AllowedCountries, numberRefusal } from './allowed-number.ts'
import { recipient } from './change-delivery.ts'
import { authorNotMember, noGuestPhone, obstacle, planOf } from './delivery-failures.ts'
import type { OutboundChannel } from './outbound.ts'
import type { DeliveryContext } from './provider.ts'
import {
  countersOf,
  dayOf,
  guestCounter,
  type SpendCaps,
  type SpendCount,
  type Spending,
} from './spending.ts'

/** A claim counts. Only what was surely not sent is claimed again by itself, so on the same day that costs no more. */
const wasCounted = (delivery: Delivery | undefined, day: string): boolean =>
  delivery?.claimedAt !== undefined && delivery.attempts > 0 && dayOf(delivery.claimedAt) === day

export interface AddressedDeps {
  guests: Pick<Guests, 'ofThread'>
  spending: Spending
  /** What may be sent at all: how many a day, and to which countries. */
  sending: { caps: SpendCaps; countries: AllowedCountries }
}

/** A message that is to be sent, and the guest it is for. */
export interface AddressedContext extends DeliveryContext {
  guest: Guest | undefined
  /** Why nothing is sent to the guest's number at all. */
  refusal: DeliveryFailure | undefined
  /** Paid sends of today that this one comes to; none where it was counted today. */
  counts: readonly SpendCount[]
}

/** Guest and counters side by side, where the guest is named already; else the guest's own counter after the guest. */
export async function addressedContext(
  deps: AddressedDeps,
  context: DeliveryContext,
  channel: OutboundChannel,
  now: Date,
): Promise<AddressedContext> {
  const { message, guestId } = context
  const day = dayOf(now)
  const isCounted = wasCounted(message.value.delivery, day)
  const wanted = [...countersOf(message.value), ...(guestId === undefined ? [] : [guestCounter(guestId)])]
  const [found, sofar] = await Promise.all([
    recipient(deps, context),
    isCounted ? [] : deps.spending.read(day, wanted),
  ])
  const to = found && addressOf(found.guest, channel)
  const [refusal, ofGuest] = await Promise.all([
    to === undefined ? undefined : numberRefusal(to, channel, deps.sending.countries),
    isCounted || !found || found.guestId === guestId
      ? []
      : deps.spending.read(day, [guestCounter(found.guestId)]),
  ])
  return { ...context, guest: found?.guest, refusal, counts: [...sofar, ...ofGuest] }
}

/** Where the message goes, or why it cannot go there. */
export function recipientOf(
  { message, thread, guest, refusal }: AddressedContext,
  channel: OutboundChannel,
  now: Date,
): { to: string } | { failure: DeliveryFailure } {
  const { authorId, delivery = {} } = message.value
  if (!mayStillReachOut(thread.value, authorId, delivery)) return { failure: authorNotMember }
  const failure = obstacle(guest, planOf(message.value, channel), now) ?? refusal
  const to = guest && addressOf(guest, channel)
  return failure || to === undefined ? { failure: failure ?? noGuestPhone } : { to }
}
