import type { CommitExtras } from '../commit-extras.ts'
import type { Commit } from '../durable/change.ts'
import type { NewItem } from '../items/item.ts'
import type { Revision, Versioned } from '../ports.ts'
import type { FeedEntry } from './booking.ts'
import type { Pull } from './pull.ts'
import type { Reservation } from './reservation.ts'

/** Which bookings are asked for: of one property or of all; both times are inclusive. */
export interface BookingQuery {
  channelManagerPropertyId?: string
  insertedFrom?: Date
  insertedUntil?: Date
  /** `YYYY-MM-DD`. */
  departingFrom?: string
}

/** Bookings at the channel manager. Every call throws ProviderError and is safe to repeat. */
export interface BookingFeed {
  /** Has the channel manager fetch the OTA's upcoming reservations of a channel, which arrive through the feed. */
  loadFutureReservations(channelManagerChannelId: string): Promise<void>
  /** The unacknowledged revisions, oldest first, of one property or of all. */
  revisions(channelManagerPropertyId?: string): Promise<FeedEntry[]>
  /** Bookings as they stand, in the rooms that are mapped by now, whether or not the feed still has them. */
  bookings(query: BookingQuery): Promise<FeedEntry[]>
  /** Idempotent; a revision that is gone is fine. */
  acknowledge(revisionId: string): Promise<void>
}

/** The part of a channel that bookings need. */
export interface BookingChannel {
  /** Document id. */
  id: string
  propertyId: string
  ota: string
  channelManagerChannelId: string
  isActive: boolean
}

/** A property that takes bookings. */
export interface BookingProperty {
  propertyId: string
  channelManagerPropertyId: string
}

/** What a pull changes on its own document. */
export type PullPatch = Partial<Pull>

/** A claimed pull, as last seen by its holder. */
export type HeldPull = Versioned<Pull>

/** The fields of a guest that a booking may complete or correct. */
export interface KnownGuest {
  id: string
  name: string | null
  phone: string | null
  email: string | null
  lastChatappAddress?: string | null | undefined
  /** End of retention, unless extended. */
  expireAt?: Date | undefined
  revision: Revision
}

/** Everything needed to store a property's bookings, as read. */
export interface BookingContext {
  /** `units`: how many of it there are; 1 where nobody knows. */
  rooms: { id: string; channelManagerRoomTypeId: string | null; units?: number | null | undefined }[]
  ratePlans: { id: string; roomId: string; channelManagerRatePlanId: string | null }[]
  channels: BookingChannel[]
  /** By id: the bookings' own, others of the property that may overlap, and of guests whom a booking corrects. */
  reservations: Map<string, Versioned<Reservation>>
  /** Bookings that are stored as stays at a property of another landlord. */
  foreign?: ReadonlySet<string>
  /** By id. */
  guests: Map<string, KnownGuest>
  /** The id for a new guest with that number: deterministic, and not revealing the number. */
  guestIdOf(phone: string): string
}

export interface GuestWrite {
  id: string
  /** Without any, only the retention is extended. */
  fields: { name?: string; phone?: string; email?: string }
  /** Fields to take away. */
  forgotten: readonly ('optedIn' | 'lastChatappInboundAt' | 'lastChatappAddress')[]
  /** The number that another one replaces: export and erasure look for it, too. */
  formerPhone?: string
  /** Undefined for a new guest. */
  previous: Revision | undefined
  /** Their present end of retention, which is only ever extended. */
  expireAt?: Date | undefined
}

/** A guest whose only booking turned out to be another's: export and erasure follow where we had made them up. */
export interface LeftGuest {
  id: string
  sameAs: string
  previous: Revision
}

interface ReservationWrite {
  id: string
  value: Reservation
  /** Undefined for a new one. */
  previous: Revision | undefined
}

/** The writes for a booking revision. */
export interface BookingWrite {
  reservations: ReservationWrite[]
  guest: GuestWrite | undefined
  left?: LeftGuest | undefined
  /** Items to open, or open again. */
  opened: NewItem[]
  /** Items to update if open. */
  amended: NewItem[]
  /** Ids of items to resolve. */
  resolved: string[]
  at: Date
}

/** One commit of the pull's progress and a booking. */
export interface BookingCommit {
  patch: PullPatch
  write: Pick<BookingWrite, 'reservations' | 'guest' | 'left' | 'at'>
  extras: Pick<CommitExtras, 'items'>
}

/** The revisions after a commit, by document id. */
export interface Committed {
  pull: HeldPull
  reservations: Map<string, Revision>
  guest: Revision | undefined
}

/** `reservationPulls`: at most one pull of a property at a time. */
export interface Pulls {
  pull(propertyId: string): Promise<HeldPull | undefined>
  /** Writes a pull if it did not exist, or is unchanged since `previous`. */
  claimPull(propertyId: string, pull: Pull, previous: Revision | undefined): Promise<Commit<HeldPull>>
  /** Only if unchanged. */
  changePull(
    propertyId: string,
    held: HeldPull,
    patch: PullPatch,
    extras?: Pick<CommitExtras, 'audits'>,
  ): Promise<Commit<HeldPull>>
}

/** `reservations` with their guests and pulls. */
export interface Reservations extends Pulls {
  channel(channelId: string): Promise<BookingChannel | undefined>
  /** Undefined if the property is unknown or not at the channel manager. */
  property(propertyId: string): Promise<BookingProperty | undefined>
  /** Our properties among these channel manager ids that have a connected channel. */
  connected(channelManagerPropertyIds: readonly string[]): Promise<BookingProperty[]>
  /** Whether that revision of the booking has been stored. One round trip. */
  isStored(bookingId: string, revisionId: string): Promise<boolean>
  context(propertyId: string, entries: readonly FeedEntry[]): Promise<BookingContext>
  /** Atomic, and only if pull and documents are unchanged. */
  commit(propertyId: string, held: HeldPull, changes: BookingCommit): Promise<Commit<Committed>>
}
