import type { Reservation } from './reservation.ts'

/** What a booking revision says of its booking. */
export type BookingStatus = 'new' | 'modified' | 'cancelled'

/** One room of a booking, as the channel manager tells it. */
export interface BookedRoom {
  /** Days, `YYYY-MM-DD`. */
  arrival: string
  departure: string
  /** The channel manager's ids of our room type and rate plan; null where the OTA's are not mapped. */
  roomTypeId: string | null
  ratePlanId: string | null
  /** Minor units of the booking's currency; null when it is not told. */
  amount: number | null
}

/** One state of a booking, out of the channel manager's booking feed. */
export interface BookingRevision {
  id: string
  /** The same for every revision of a booking. */
  bookingId: string
  status: BookingStatus
  /** The OTA's number of the reservation, by which people find it. */
  code: string | null
  /** As the channel manager names the OTA. */
  ota: string | null
  channelManagerChannelId: string | null
  /** At least one, unless the booking is cancelled. */
  rooms: BookedRoom[]
  guest: {
    name: string | null
    /** E.164; null unless it certainly is a number. */
    phone: string | null
    email: string | null
  }
  currency: string | null
  /** Null when it is not told. */
  insertedAt: Date | null
}

/** An entry of the feed, understood or not. */
export interface FeedEntry {
  id: string
  /** Null when it is not told. */
  channelManagerPropertyId: string | null
  revision: BookingRevision | undefined
  /** The fields that keep it from being understood; never their values. */
  defects: string[]
}

/** What is compared of two revisions of a booking. */
type RevisionMark = NonNullable<Reservation['revision']>

const rank = { new: 0, modified: 1, cancelled: 2 } satisfies Record<BookingStatus, number>

/**
 * Whether a revision says less than the one a booking was last written by. By time where both tell it; else a booking is
 * first made, then changed, then cancelled. Equals came in the feed's order, which is oldest first.
 */
export function isOlder(revision: RevisionMark, than: RevisionMark): boolean {
  const byTime = revision.at && than.at ? revision.at.getTime() - than.at.getTime() : 0
  return (byTime || rank[revision.status] - rank[than.status]) < 0
}
