import type { LeadGuest } from '../chat/guest.ts'
import { digestOf } from '../digest.ts'
import { isVendorId } from '../identifiers.ts'
import type { Party, Reservation } from './reservation.ts'

/** The booking's status in a revision. */
type BookingStatus = 'new' | 'modified' | 'cancelled'

/** One room of a booking, from the channel manager. */
export interface BookedRoom {
  /** Days, `YYYY-MM-DD`. */
  arrival: string
  departure: string
  /** The channel manager's ids of our room type and rate plan; null if the OTA's are not mapped. */
  roomTypeId: string | null
  ratePlanId: string | null
  /** Minor units of the booking's currency; null if unknown. */
  amount: number | null
  party: Party | null
}

/** One revision of a booking from the channel manager's feed. */
export interface BookingRevision {
  id: string
  /** The same for every revision of a booking. */
  bookingId: string
  status: BookingStatus
  /** The OTA's reservation number, which people search by. */
  code: string | null
  /** The same as the OTA writes it, never with the channel manager's prefix. */
  otaBookingNumber: string | null
  /** As the channel manager names the OTA. */
  ota: string | null
  channelManagerChannelId: string | null
  /** At least one, unless the booking is cancelled. */
  rooms: BookedRoom[]
  /** The number is E.164; null unless it certainly is one. */
  guest: LeadGuest
  /** The guest's wishes. */
  notes: string | null
  /** When the guest comes, on the day of arrival. */
  arrivalTime: string | null
  currency: string | null
  /** Null if unknown. */
  insertedAt: Date | null
  /** When the list was asked that shows the booking so: whatever is older is not its state any more. */
  listedAt?: Date
}

/** An entry of the feed, or of the list of bookings, valid or not. */
export interface FeedEntry {
  id: string
  /** Null when it is not told. */
  channelManagerPropertyId: string | null
  /** Nothing in the feed is; of the list, what is not said to wait. */
  isAcknowledged: boolean
  revision: BookingRevision | undefined
  /** The invalid fields; never their values. */
  defects: string[]
}

/** A property's entries; an entry whose ids cannot be stored counts as invalid. */
export const entriesOf = (channelManagerPropertyId: string, told: readonly FeedEntry[]): FeedEntry[] =>
  told
    .filter(
      ({ channelManagerPropertyId: of }) => (of ?? channelManagerPropertyId) === channelManagerPropertyId,
    )
    .map(entry => {
      const { id, revision, defects } = entry
      if (!isVendorId(id))
        return {
          ...entry,
          id: digestOf([channelManagerPropertyId, id]),
          revision: undefined,
          defects: [...defects, 'id'],
        }
      const isSound = revision === undefined || isVendorId(revision.bookingId)
      return isSound ? entry : { ...entry, revision: undefined, defects: [...defects, 'booking_id'] }
    })

/** The part of a revision that is compared. */
type RevisionMark = NonNullable<Reservation['revision']>

const rank = { new: 0, modified: 1, cancelled: 2 } satisfies Record<BookingStatus, number>

const timeBetween = (revision: RevisionMark, than: RevisionMark): number =>
  revision.at && than.at ? revision.at.getTime() - than.at.getTime() : 0

/**
 * Whether a revision of the feed is older than the one last written. By time if both have one, else by status: new,
 * modified, cancelled. Equal ones came in the feed's order, oldest first.
 */
export const isOlder = (revision: RevisionMark, than: RevisionMark): boolean =>
  (timeBetween(revision, than) || rank[revision.status] - rank[than.status]) < 0

/** Two clocks differ by less. */
const skewMs = 60_000

/**
 * Whether it counts as older, and may be later all the same: only the status says so, which is wrong for a booking that
 * was cancelled and made anew, or two clocks.
 */
export const isUnsurelyOlder = (revision: RevisionMark, than: RevisionMark): boolean =>
  isOlder(revision, than) && timeBetween(revision, than) > -skewMs
