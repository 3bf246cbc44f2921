import { connectedProperties } from '../connection/channels/booking-channel.ts'
import { listedFrom } from '../connection/pulls/feed-memory.ts'
import { oweList } from '../connection/pulls/request-pull.ts'
import type { Needs } from '../context.ts'
import { ProviderError } from '../errors.ts'
import { closeItem, openItem } from '../items/change-item.ts'
import { alarmIds, alarmItem, type BookingAlarm } from './booking-items.ts'
import { isStored } from './reservation.ts'

export interface AlarmingBooking {
  channelManagerPropertyId: string
  bookingId: string
  revisionId: string
}

/**
 * Runs after the pull: acknowledges a stored booking again; for another reads the list, since the feed may have
 * forgotten it.
 */
export async function noteBookingAlarm(
  deps: Needs<'feed' | 'rules' | 'store'>,
  alarm: BookingAlarm,
  booking: AlarmingBooking,
): Promise<void> {
  const { channelManagerPropertyId, bookingId, revisionId } = booking
  const { clock, store } = deps
  const [property] = await connectedProperties(store, [channelManagerPropertyId])
  if (!property) return
  if (await isStored(store, { bookingId, revisionId })) {
    if (alarm === 'unmapped') return
    // The pull may just have opened it.
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
