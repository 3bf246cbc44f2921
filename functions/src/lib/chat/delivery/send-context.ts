import type { Needs } from '../../context.ts'
import { dayOf } from '../../days.ts'
import type { ChannelName } from '../channel-names.ts'
import { channels } from '../channels/registry.ts'
import { authorAccountEnded, authorNotMember } from '../delivery-failures.ts'
import type { Guest, Talk } from '../guest.ts'
import { mayStillReachOut } from '../membership.ts'
import type { DeliveryFailure, StoredMessage } from '../message.ts'
import { withOptOuts } from '../opt-outs.ts'
import { reservationOf } from '../stays.ts'
import { isTooLate, recipient } from './change-delivery.ts'
import { obstacle, planOf } from './obstacle.ts'
import type { DeliveryContext } from './provider.ts'
import { countersOf, type SpendCount, wasCounted } from './spending.ts'

export type SendContextDeps = Needs<'rules' | 'spending' | 'store' | 'userRecords'>

export interface SendContext extends DeliveryContext {
  guest: Guest | undefined
  talk: Talk | undefined
  /** A lasting refusal of the address. */
  refusal: DeliveryFailure | undefined
  isAuthorGone: boolean
  /** Empty if today's counters already include the send. */
  counts: readonly SpendCount[]
  segments: number
}

/** The guest comes first, since refusal and spending depend on the address. */
export async function sendContext(
  deps: SendContextDeps,
  context: DeliveryContext,
  name: ChannelName,
  now: Date,
): Promise<SendContext> {
  const channel = channels[name]
  const message = context.message.value
  const [addressee, segments] = await Promise.all([recipient(deps, context), channel.segmentsOf(message)])
  const talk = await talkOfSend(deps, context, name, addressee?.guestId)
  const to = addressee && channel.addressOf(addressee.guest, talk)
  const ofGuest =
    addressee && to !== undefined ? [{ cap: 'guest' as const, id: addressee.guestId, address: to }] : []
  const spending = {
    day: dayOf(now),
    caps: deps.rules.spendCaps(),
    segments,
    delivery: message.delivery,
    counters: [...countersOf(message), ...ofGuest],
  }
  const [isAuthorGone, guest, refusal, counts] = await Promise.all([
    hasLostAccount(deps, message, now),
    addressee && withOptOuts(deps, addressee.guest, [name]),
    to === undefined ? undefined : channel.refusalOf(to, deps.rules.allowedCountries()),
    segments === 0 || wasCounted(message.delivery, now) ? [] : deps.spending.counts(spending),
  ])
  return { ...context, isAuthorGone, guest, talk, refusal, segments, counts }
}

/** Milliseconds; the post itself has just checked the author's account. */
const accountCheckMs = 60_000

/** Throws `provider-unavailable`. */
async function hasLostAccount(
  { userRecords }: Needs<'userRecords'>,
  { authorId, createdAt, delivery }: StoredMessage,
  now: Date,
): Promise<boolean> {
  if (!delivery?.byMember || now.getTime() - createdAt.getTime() < accountCheckMs) return false
  // An expired message does not wait for the sign-in service.
  if (isTooLate(delivery, now)) return false
  const author = (await userRecords.find([authorId])).get(authorId)
  return author === undefined || author.isDisabled
}

export function recipientOf(
  { message, thread, guest, talk, refusal, isAuthorGone }: SendContext,
  name: ChannelName,
  now: Date,
): { to: string } | { failure: DeliveryFailure } {
  const { authorId, delivery = {} } = message.value
  if (!mayStillReachOut(thread.value, authorId, delivery)) return { failure: authorNotMember }
  if (isAuthorGone) return { failure: authorAccountEnded }
  const channel = channels[name]
  const failure = obstacle(name, guest, planOf(message.value, talk), now) ?? refusal
  const to = guest && channel.addressOf(guest, talk)
  return failure || to === undefined ? { failure: failure ?? channel.noAddress } : { to }
}

export async function talkOfSend(
  { store, clock }: Needs<'store'>,
  { message, thread }: DeliveryContext,
  channel: ChannelName,
  guestId: string | undefined,
): Promise<Talk | undefined> {
  if (!channels[channel].isByTalk) return undefined
  const { delivery, reservationId } = message.value
  const stayId = delivery?.toGuest ? undefined : (delivery?.reservationId ?? thread.value.reservationId)
  return {
    guestId,
    conversations: thread.value.conversations,
    conversationId: delivery?.conversationId,
    stay: await reservationOf(store, stayId),
    isNamed: reservationId !== undefined,
    now: clock.now(),
  }
}
