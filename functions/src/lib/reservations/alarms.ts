import type { Needs } from '../context.ts'
import { type ItemState, itemsAmong } from '../items/item.ts'
import { byId, type StoredDocument } from '../store.ts'
import type { BookingRevision, FeedEntry } from './booking.ts'
import { alarmIds } from './booking-items.ts'
import { lacksRoomOrRate } from './plan-booking.ts'
import type { Reservation } from './reservation.ts'

/** By item id. */
export type Alarms = ReadonlyMap<string, StoredDocument<ItemState>>

export async function readAlarms({ store }: Needs<'store'>, entries: readonly FeedEntry[]): Promise<Alarms> {
  const ids = entries.flatMap(({ revision }) => (revision ? Object.values(alarmIds(revision.bookingId)) : []))
  return byId(await store.find(itemsAmong(ids)))
}

export const openAlarms = ({ bookingId }: BookingRevision, alarms: Alarms): string[] =>
  Object.values(alarmIds(bookingId)).filter(id => alarms.get(id)?.value.isOpen)

/** A stay without room or rate keeps its alarm. */
export const endingAlarms = (
  revision: BookingRevision,
  alarms: Alarms,
  first: Reservation | undefined,
): string[] =>
  openAlarms(revision, alarms).filter(
    id => id !== alarmIds(revision.bookingId).unmapped || !lacksRoomOrRate(first),
  )
