import type { Talk } from '../guest.ts'
import type { StoredMessage } from '../message.ts'
import type { Thread } from '../thread.ts'

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
