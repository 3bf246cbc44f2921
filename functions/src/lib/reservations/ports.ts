import type { AuditEntry } from '../audit.ts'
import type { NewItem } from '../items/item.ts'
import type { Revision, Versioned } from '../ports.ts'
import type { FeedEntry } from './booking.ts'
import type { LoadProgress, Pull } from './pull.ts'
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

/** `reservationPulls`: at most one pull of a property at a time. */
export interface PullStore {
  read(propertyId: string): Promise<HeldPull | undefined>
  /** Writes a pull that was not there, or was as `previous` says. Undefined when somebody else wrote meanwhile. */
  write(propertyId: string, pull: Pull, previous: Revision | undefined): Promise<HeldPull | undefined>
  /** Changes it if it is still as it was, with the audit entries that attest it. Undefined when only reading back tells. */
  change(
    propertyId: string,
    held: HeldPull,
    patch: PullPatch,
    audits?: readonly AuditEntry[],
  ): Promise<HeldPull | undefined>
  /** Properties with a pull that nobody holds and that is due, longest waiting first. */
  unfinished(now: Date): Promise<string[]>
  /** How far loading has come, for people. One round trip. */
  progressOf(propertyId: string): Promise<LoadProgress>
}

/** A guest, as far as a booking may complete them. */
export interface KnownGuest {
  id: string
  name: string | null
  phone: string | null
  email: string | null
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
  /** What is added; nothing that is there is replaced. */
  fields: { name?: string; phone?: string; email?: string }
  /** Undefined for a new guest. */
  previous: Revision | undefined
}

export interface ReservationWrite {
  id: string
  value: Reservation
  /** Undefined for a new one. */
  previous: Revision | undefined
}

/** What a booking revision comes to, written in one commit. */
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

/** The state of everything of a commit afterwards, documents by their id. */
export interface Committed {
  pull: HeldPull
  reservations: Map<string, Revision>
  guest: Revision | undefined
}

/** `reservations`, `guests` and their items. */
export interface ReservationStore {
  channel(channelId: string): Promise<BookingChannel | undefined>
  /** Undefined when there is no such property or it has no connection to the channel manager. */
  property(propertyId: string): Promise<BookingProperty | undefined>
  /** The properties of ours among these, by the channel manager's ids, with a channel that is not disconnected. */
  connected(channelManagerPropertyIds: readonly string[]): Promise<BookingProperty[]>
  context(propertyId: string, entries: readonly FeedEntry[]): Promise<BookingContext>
  /** All or nothing, if pull and documents are as they were. Undefined when only reading back tells. */
  commit(
    propertyId: string,
    held: HeldPull,
    patch: PullPatch,
    write: BookingWrite,
  ): Promise<Committed | undefined>
  /** Opens an item unless it has been opened before. */
  openItem(item: NewItem): Promise<void>
}
