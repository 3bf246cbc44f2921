import type { Needs } from '../../context.ts'
import type { ChannelName } from '../channels/names.ts'
import { channels } from '../channels/registry.ts'
import type { Guest } from '../guest.ts'
import { mayStillReachOut } from '../membership.ts'
import type { Delivery, DeliveryFailure } from '../message.ts'
import { withOptOuts } from '../opt-outs.ts'
import { recipient } from './change-delivery.ts'
import { authorNotMember } from './delivery-failures.ts'
import { obstacle, planOf } from './obstacle.ts'
import type { DeliveryContext } from './provider.ts'
import { countersOf, dayOf, guestCounter, type SpendCount, type Spending } from './spending.ts'

/** A claim counts. Only what was surely not sent is claimed again by itself, so on the same day that costs no more. */
const wasCounted = (delivery: Delivery | undefined, day: string): boolean =>
  delivery?.claimedAt !== undefined && delivery.attempts > 0 && dayOf(delivery.claimedAt) === day

export type AddressedDeps = Needs<'guests' | 'rules'> & { operations: Pick<Spending, 'paidSends'> }

/** A message that is to be sent, and the guest it is for. */
export interface AddressedContext extends DeliveryContext {
  guest: Guest | undefined
  /** Why nothing is ever sent to the guest's address. */
  refusal: DeliveryFailure | undefined
  /** Paid sends of today that this one comes to; none where it was counted today. */
  counts: readonly SpendCount[]
  /** How many the message is paid for as. */
  segments: number
}

/** Guest and counters side by side, where the guest is named already; else the guest's own counter after the guest. */
export async function addressedContext(
  deps: AddressedDeps,
  context: DeliveryContext,
  name: ChannelName,
  now: Date,
): Promise<AddressedContext> {
  const channel = channels[name]
  const { message, guestId } = context
  const day = dayOf(now)
  const isCounted = wasCounted(message.value.delivery, day)
  const wanted = [...countersOf(message.value), ...(guestId === undefined ? [] : [guestCounter(guestId)])]
  const [found, sofar] = await Promise.all([
    recipient(deps, context),
    isCounted ? [] : deps.operations.paidSends(day, wanted),
  ])
  const to = found && channel.addressOf(found.guest)
  const [guest, refusal, segments, ofGuest] = await Promise.all([
    found && withOptOuts(deps, found.guest, [name]),
    to === undefined ? undefined : channel.refusalOf(to, deps.rules.allowedCountries()),
    channel.segmentsOf(message.value),
    isCounted || !found || found.guestId === guestId
      ? []
      : deps.operations.paidSends(day, [guestCounter(found.guestId)]),
  ])
  return { ...context, guest, refusal, segments, counts: [...sofar, ...ofGuest] }
}

/** Where the message goes, or why it cannot go there. */
export function recipientOf(
  { message, thread, guest, refusal }: AddressedContext,
  name: ChannelName,
  now: Date,
): { to: string } | { failure: DeliveryFailure } {
  const { authorId, delivery = {} } = message.value
  if (!mayStillReachOut(thread.value, authorId, delivery)) return { failure: authorNotMember }
  const channel = channels[name]
  const failure = obstacle(name, guest, planOf(message.value), now) ?? refusal
  const to = guest && channel.addressOf(guest)
  return failure || to === undefined ? { failure: failure ?? channel.noAddress } : { to }
}
