import type { NewItem } from '../items/item.ts'
import type { Revision, System, Versioned } from '../ports.ts'
import type { Store } from '../store.ts'
import type { FeedEntry } from './booking.ts'
import type { Reservation } from './reservation.ts'

/** Times are inclusive; without a property: all. */
export interface BookingQuery {
  channelManagerPropertyId?: string
  insertedFrom?: Date
  insertedUntil?: Date
  /** `YYYY-MM-DD`. */
  departingFrom?: string
}

/** Every call throws ProviderError and is repeatable. */
export interface BookingFeed {
  /** The reservations arrive through the feed. */
  loadFutureReservations(channelManagerChannelId: string): Promise<void>
  /** Unacknowledged, oldest first. */
  revisions(channelManagerPropertyId?: string): Promise<FeedEntry[]>
  /** With rooms as mapped now; independent of the feed. */
  bookings(query: BookingQuery): Promise<FeedEntry[]>
  /** Idempotent, even for a missing revision. */
  acknowledge(revisionId: string): Promise<void>
}

/** Idempotent. Without `isOpened`, an existing thread only moves to another stay. */
export type OpenThread = (
  deps: System & { store: Store },
  guest: { guestId: string; propertyId: string },
  options: { isOpened: boolean },
) => Promise<unknown>

export interface BookingChannel {
  id: string
  propertyId: string
  ota: string
  channelManagerChannelId: string
  isActive: boolean
}

export interface GuestRecord {
  id: string
  name: string | null
  phone: string | null
  email: string | null
  lastChatappAddress?: string | null | undefined
  expireAt?: Date | undefined
  /** The latest departure behind the retention. */
  lastStay?: Date | undefined
  revision: Revision
}

export interface BookingContext {
  /** `units`: null counts as 1. */
  rooms: { id: string; channelManagerRoomTypeId: string | null; units?: number | null | undefined }[]
  ratePlans: { id: string; roomId: string; channelManagerRatePlanId: string | null }[]
  channels: BookingChannel[]
  reservations: Map<string, Versioned<Reservation>>
  /** Bookings at another landlord's property. */
  foreign?: ReadonlySet<string>
  guests: Map<string, GuestRecord>
  /** Deterministic; does not reveal the number. */
  guestIdOf(phone: string): string
}

export interface GuestWrite {
  id: string
  /** Empty: extends the retention only. */
  fields: { name?: string; phone?: string; email?: string }
  forgotten: readonly ('optedIn' | 'lastChatappInboundAt' | 'lastChatappAddress')[]
  /** Export and erasure look for it. */
  formerPhone?: string
  previous: Revision | undefined
  /** Only ever extended. */
  expireAt?: Date | undefined
  lastStay?: Date | undefined
}

/** The booking's former guest, a stand-in: export and erasure follow `sameAs`. */
export interface FormerGuest {
  id: string
  sameAs: string
  previous: Revision
}

interface ReservationWrite {
  id: string
  value: Reservation
  previous: Revision | undefined
}

export interface BookingWrite {
  reservations: ReservationWrite[]
  guest: GuestWrite | undefined
  left?: FormerGuest | undefined
  opened: NewItem[]
  /** If open. */
  amended: NewItem[]
  resolved: string[]
  at: Date
}
