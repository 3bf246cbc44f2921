import { digestOf } from '../digest.ts'
import type { LeadGuest } from '../guest.ts'
import { isVendorId } from '../identifiers.ts'
import type { Party, Reservation } from './reservation.ts'

type BookingStatus = 'new' | 'modified' | 'cancelled'

export interface BookedRoom {
  /** `YYYY-MM-DD`. */
  arrival: string
  departure: string
  /** The channel manager's; null if unmapped. */
  roomTypeId: string | null
  ratePlanId: string | null
  /** Minor units. */
  amount: number | null
  party: Party | null
}

export interface BookingRevision {
  id: string
  bookingId: string
  status: BookingStatus
  /** The OTA's, for search. */
  code: string | null
  /** Without the channel manager's prefix. */
  otaBookingNumber: string | null
  /** The channel manager's name. */
  ota: string | null
  channelManagerChannelId: string | null
  /** At least one, unless cancelled. */
  rooms: BookedRoom[]
  /** E.164 or null. */
  guest: LeadGuest
  notes: string | null
  /** On the day of arrival. */
  arrivalTime: string | null
  currency: string | null
  insertedAt: Date | null
  /** The time of the list's reading: older states are outdated. */
  listedAt?: Date
}

/** Perhaps invalid. */
export interface FeedEntry {
  id: string
  channelManagerPropertyId: string | null
  /** Never in the feed; in the list unless it waits. */
  isAcknowledged: boolean
  revision: BookingRevision | undefined
  defects: string[]
}

export const entriesOf = (channelManagerPropertyId: string, entries: readonly FeedEntry[]): FeedEntry[] =>
  entries
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

export type RevisionMark = NonNullable<Reservation['revision']>

const skewMs = 60_000

/** A future time would outdate all later revisions. */
export const markAsOf = ({ at, ...mark }: RevisionMark, now: Date): RevisionMark => ({
  ...mark,
  at: at && at.getTime() < now.getTime() + skewMs ? at : null,
})

const rank = { new: 0, modified: 1, cancelled: 2 } satisfies Record<BookingStatus, number>

const timeBetween = (revision: RevisionMark, than: RevisionMark): number =>
  revision.at && than.at ? revision.at.getTime() - than.at.getTime() : 0

/** By time if both have one, else by status: new, modified, cancelled. Equal: the feed's order, oldest first. */
export const isOlder = (revision: RevisionMark, than: RevisionMark): boolean =>
  (timeBetween(revision, than) || rank[revision.status] - rank[than.status]) < 0

/** A cancelled booking may be made again, and clocks differ. */
export const isUnsurelyOlder = (revision: RevisionMark, than: RevisionMark): boolean =>
  isOlder(revision, than) && timeBetween(revision, than) > -skewMs
