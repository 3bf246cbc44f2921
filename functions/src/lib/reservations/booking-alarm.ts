import type { Needs } from '../context.ts'
import { ProviderError } from '../errors.ts'
import { closeItem, openItem } from '../items/change-item.ts'
import { alarmIds, alarmItem, type BookingAlarm } from './booking-items.ts'
import { listedFrom } from './feed-memory.ts'
import { oweList } from './request-pull.ts'

export interface AlarmingBooking {
  channelManagerPropertyId: string
  bookingId: string
  revisionId: string
}

/**
 * The channel manager says that something is wrong with a booking. Call it once the booking has been pulled: what is
 * stored by then is only acknowledged again, and what is not may never come by the feed, so the list is read too. The
 * item closes with the booking, or with its acknowledgement.
 */
export async function noteBookingAlarm(
  deps: Needs<'feed' | 'items' | 'reservations'>,
  alarm: BookingAlarm,
  booking: AlarmingBooking,
): Promise<void> {
  const { channelManagerPropertyId, bookingId, revisionId } = booking
  const { reservations, clock } = deps
  const [property] = await reservations.connected([channelManagerPropertyId])
  if (!property) return
  if (await reservations.isStored(bookingId, revisionId)) {
    if (alarm === 'unmapped') return
    // The pull before may just have opened it.
    if (await isAcknowledged(deps, revisionId)) return closeItem(deps, alarmIds(bookingId)[alarm])
  }
  const now = clock.now()
  const id = alarmIds(bookingId)[alarm]
  await openItem(deps, { ...alarmItem(alarm, property.propertyId, revisionId, now), id })
  await oweList(deps, property, listedFrom(now))
}

async function isAcknowledged({ feed, log }: Needs<'feed'>, revisionId: string): Promise<boolean> {
  try {
    await feed.acknowledge(revisionId)
    return true
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn('a booking could not be acknowledged', { revisionId, error })
    return false
  }
}
