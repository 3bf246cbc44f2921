import type { Needs } from '../../context.ts'
import type { ChannelName } from '../channels/names.ts'
import { channels } from '../channels/registry.ts'
import type { Talk } from '../guest.ts'
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
