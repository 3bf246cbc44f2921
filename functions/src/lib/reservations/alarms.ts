import type { ItemState, Items } from '../items/item.ts'
import type { Versioned } from '../ports.ts'
import type { BookingRevision, FeedEntry } from './booking.ts'
import { alarmIds } from './booking-items.ts'
import { lacksRoomOrRate } from './plan-booking.ts'
import type { Reservation } from './reservation.ts'

/** The items of alarms that there are, by id. */
export type Alarms = ReadonlyMap<string, Versioned<ItemState>>

export const readAlarms = (
  { items }: { items: Pick<Items, 'readFew'> },
  entries: readonly FeedEntry[],
): Promise<Alarms> =>
  items.readFew(
    entries.flatMap(({ revision }) => (revision ? Object.values(alarmIds(revision.bookingId)) : [])),
  )

export const openAlarms = ({ bookingId }: BookingRevision, alarms: Alarms): string[] =>
  Object.values(alarmIds(bookingId)).filter(id => alarms.get(id)?.value.isOpen)

/** Those that end once a booking is acknowledged whose first stay is stored so: all but that of what it still lacks. */
export const endingAlarms = (
  revision: BookingRevision,
  alarms: Alarms,
  first: Reservation | undefined,
): string[] =>
  openAlarms(revision, alarms).filter(
    id => id !== alarmIds(revision.bookingId).unmapped || !lacksRoomOrRate(first),
  )
