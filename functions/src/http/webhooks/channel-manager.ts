import * as z from 'zod'
import { DomainError } from '../../lib/errors.ts'
import { receiveBookings } from '../../lib/reservations/receive-bookings.ts'
import { type Handler, parse } from '../handler.ts'

/** `payload` is left unread: nothing proves it, and calls come in any order. */
export const notice = z.looseObject({
  event: z.string().max(256),
  property_id: z.string().max(256).nullish(),
})

/** Every word for a booking that was made, changed, cancelled, or waits to be fetched. */
const isBooking = (event: string): boolean => event.startsWith('booking') || event === 'non_acked_booking'

/** `POST /webhooks/channel-manager`: something happened at the channel manager. It has no signature, only a secret. */
export const handle: Handler<undefined> = async ({ services, request }) => {
  const { isSecret } = await services.channelManagerWebhook()
  if (!isSecret(request.get('x-webhook-secret') ?? ''))
    throw new DomainError('forbidden', 'The secret is not the one that was registered.')
  const { event, property_id: propertyId } = parse(notice, request.body)
  if (propertyId && isBooking(event)) await receiveBookings(await services.pullBookings(), propertyId)
  return { status: 204 }
}
