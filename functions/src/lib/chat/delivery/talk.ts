import type { Needs } from '../../context.ts'
import type { ChannelName } from '../channels/names.ts'
import { channels } from '../channels/registry.ts'
import type { Talk } from '../guest.ts'
import type { StoredMessage } from '../message.ts'
import type { Thread } from '../thread.ts'
import type { DeliveryContext } from './provider.ts'

/** What decides where a message goes beside its guest; undefined where the channel does not ask for it. */
export async function talkOfSend(
  { guests, clock }: Needs<'guests'>,
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
    stay: stayId ? await guests.reservation(stayId) : undefined,
    isNamed: reservationId !== undefined,
    now: clock.now(),
  }
}

/** The same when it is written, from what its thread has of its conversations. */
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
