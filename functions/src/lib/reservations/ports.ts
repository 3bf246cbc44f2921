import type { Company } from '../company.ts'
import type { Commit } from '../durable/change.ts'
import type { NewItem } from '../items/item.ts'
import type { Revision, Versioned } from '../ports.ts'
import type { FeedEntry } from './booking.ts'
import type { Pull } from './pull.ts'
import type { Reservation } from './reservation.ts'

/** Bookings at the channel manager. Every call throws ProviderError, and may safely be repeated. */
export interface BookingFeed {
  /** Tells the channel manager to fetch the OTA's upcoming reservations of a channel; they come by the feed. */
  loadFutureReservations(channelManagerChannelId: string): Promise<void>
  /** Every revision that is not acknowledged, oldest first: of one property, or of all. */
  revisions(channelManagerPropertyId?: string): Promise<FeedEntry[]>
  /** Acknowledging one that is acknowledged, or gone, is fine. */
  acknowledge(revisionId: string): Promise<void>
}

/** A channel of ours, as far as bookings need it. */
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

/** The right to pull, with the state that the holder last saw. */
export type HeldPull = Versioned<Pull>

/** A guest, as far as a booking may complete them. */
export interface KnownGuest {
  id: string
  name: string | null
  phone: string | null
  email: string | null
  /** When they end by themselves, unless that is put off. */
  expireAt?: Date | undefined
  revision: Revision
}

/** Everything about a property that its bookings are stored by, as it was when it was read. */
export interface BookingContext {
  rooms: { id: string; channelManagerRoomTypeId: string | null }[]
  ratePlans: { id: string; roomId: string; channelManagerRatePlanId: string | null }[]
  channels: BookingChannel[]
  /** By id: those of the bookings, and those of the property that their stays may lie over. */
  reservations: Map<string, Versioned<Reservation>>
  /** By id. */
  guests: Map<string, KnownGuest>
  /** The id of a new guest with that number: the same whenever it is asked for, and without the number in it. */
  guestIdOf(phone: string): string
}

export interface GuestWrite {
  id: string
  /** What is added; nothing that is there is replaced. With nothing to add they are kept for the stay. */
  fields: { name?: string; phone?: string; email?: string }
  /** Undefined for a new guest. */
  previous: Revision | undefined
  /** Their end so far, which is put off and never brought forward. */
  expireAt?: Date | undefined
}

export interface ReservationWrite {
  id: string
  value: Reservation
  /** Undefined for a new one. */
  previous: Revision | undefined
}

/** What a booking revision comes to. */
export interface BookingWrite {
  reservations: ReservationWrite[]
  guest: GuestWrite | undefined
  /** Opened, or opened again. */
  opened: NewItem[]
  /** Said anew where they are open. */
  amended: NewItem[]
  /** Ids of what has been cured. */
  resolved: string[]
  at: Date
}

/** One commit of the pull's progress and of what a booking comes to. */
export interface BookingCommit {
  patch: PullPatch
  write: Pick<BookingWrite, 'reservations' | 'guest' | 'at'>
  company: Pick<Company, 'items'>
}

/** The state of everything of a commit afterwards, documents by their id. */
export interface Committed {
  pull: HeldPull
  reservations: Map<string, Revision>
  guest: Revision | undefined
}

/** `reservationPulls`: at most one pull of a property at a time. */
export interface Pulls {
  pull(propertyId: string): Promise<HeldPull | undefined>
  /** Writes a pull that was not there, or was as `previous` says. */
  claimPull(propertyId: string, pull: Pull, previous: Revision | undefined): Promise<Commit<HeldPull>>
  /** Changes it if it is still as it was. */
  changePull(
    propertyId: string,
    held: HeldPull,
    patch: PullPatch,
    company?: Pick<Company, 'audits'>,
  ): Promise<Commit<HeldPull>>
}

/** `reservations` with their guests, and the pulls that bring them. */
export interface Reservations extends Pulls {
  channel(channelId: string): Promise<BookingChannel | undefined>
  /** Undefined when there is no such property or it has no connection to the channel manager. */
  property(propertyId: string): Promise<BookingProperty | undefined>
  /** The properties of ours among these, by the channel manager's ids, with a channel that is not disconnected. */
  connected(channelManagerPropertyIds: readonly string[]): Promise<BookingProperty[]>
  context(propertyId: string, entries: readonly FeedEntry[]): Promise<BookingContext>
  /** All or nothing, if the pull and the documents are as they were. */
  commit(propertyId: string, held: HeldPull, changes: BookingCommit): Promise<Commit<Committed>>
}
