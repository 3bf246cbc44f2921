import type { Needs } from '../../context.ts'
import type { ChannelName } from '../channel-names.ts'
import { channels } from '../channels/registry.ts'
import type { Talk } from '../guest.ts'
import { reservationOf } from '../stays.ts'
import type { DeliveryContext } from './provider.ts'

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
