import { bestEffort } from '../best-effort.ts'
import type { Needs } from '../context.ts'
import { openItem } from '../items/change-item.ts'
import { alarmIds, alarmItem, type BookingAlarm } from './booking-items.ts'

export interface AlarmingBooking {
  channelManagerPropertyId: string
  bookingId: string
  revisionId: string
}

/**
 * The channel manager says that something is wrong with a booking. Call it once the booking has been pulled: what is
 * stored by then is only acknowledged again, and what is not may never come by the feed. The item closes with the booking.
 */
export async function noteBookingAlarm(
  deps: Needs<'feed' | 'items' | 'reservations'>,
  alarm: BookingAlarm,
  booking: AlarmingBooking,
): Promise<void> {
  const { channelManagerPropertyId, bookingId, revisionId } = booking
  const { feed, reservations, log, clock } = deps
  const [property] = await reservations.connected([channelManagerPropertyId])
  if (!property) return
  if (await reservations.isStored(bookingId, revisionId)) {
    if (alarm === 'notAcknowledged')
      await bestEffort(log, 'acknowledging a booking again', () => feed.acknowledge(revisionId))
    return
  }
  const id = alarmIds({ bookingId, id: revisionId })[alarm]
  await openItem(deps, { ...alarmItem(alarm, property.propertyId, revisionId, clock.now()), id })
}
