import type { Reservation } from '../../reservations/reservation.ts'
import type { LeadGuest, ThreadOfStay } from '../guest.ts'
import type { LedgerRecord } from './ledger.ts'
import type { Found, SearchWords } from './search-words.ts'
import type { View } from './views.ts'

export interface AboutGuest {
  guestId: string
  name: string | null
  phone: string | null
  email: string | null
  /** When they opted out, by channel. */
  optedOut: Record<string, Date>
}

/** Days are YYYY-MM-DD, money is in minor units; what is not stored is absent. */
export interface AboutStay {
  reservationId: string
  propertyId: string | null
  arrival: string | null
  departure: string | null
  status?: string | undefined
  /** The party; a company's own reservation may have a mere number. */
  party?: NonNullable<Reservation['party']> | undefined
  amount?: number | undefined
  currency?: string | undefined
  ota?: string | undefined
  otaBookingNumber?: string | undefined
  /** As the booking says it: others may stay under the same number, and the guest may be known otherwise. */
  leadGuest?: LeadGuest | undefined
  notes?: string | undefined
  arrivalTime?: string | undefined
}

export interface AboutProperty {
  propertyId: string
  name: string
  timeZone: string | null
  landlordId: string | null
}

/** What stands beside a thread. A document that is missing is null. */
export interface AboutThread {
  guest: AboutGuest | null
  stay: AboutStay | null
  /** Of the same guest, the latest arrival first. */
  otherStays: AboutStay[]
  property: AboutProperty | null
}

/** Of whose waits. */
export interface LedgerFilter {
  teamId?: string | undefined
  propertyId?: string | undefined
  channel?: string | undefined
}

/** A record's place in the order in which the ledger is read. */
export type LedgerPlace = Pick<LedgerRecord, 'arrivedAt' | 'id'>

/** A stretch of the ledger, its end not included. */
interface LedgerSpan {
  from: Date
  until: Date
  after?: LedgerPlace | undefined
}

export interface Waits {
  records: LedgerRecord[]
  isCut: boolean
}

interface Named<Value> {
  teams: Value
  properties: Value
}

/** What threads can be narrowed to. */
export interface Places {
  teams: { teamId: string; name: string }[]
  properties: { propertyId: string; name: string }[]
}

/** A list of threads that somebody comes back to. */
export interface SavedView {
  name: string
  /** The query of the inbox's address, as `addressOf` writes it. */
  query: string
}

/** What each of the staff keeps for themselves, `userViews/{uid}`. Each call is one round trip. */
export interface SavedViews {
  read(userId: string): Promise<SavedView[]>
  /** Replaces all of them. */
  write(userId: string, views: readonly SavedView[]): Promise<void>
}

/** Messages of a type whose delivery has one of these states. */
interface DeliveriesWanted {
  type: string
  statuses: readonly string[]
}

/** What is asked of many threads at once for the people who work on them. */
export interface Desk {
  /** How many threads stand in each view, at the price of a read for each thousand. One round trip. */
  counts(views: readonly View[]): Promise<number[]>
  /** Open items, of a kind or of all. One round trip. */
  openItems(kind?: string): Promise<number>
  /** Messages that are in triage, spam aside. One round trip. */
  openTriage(): Promise<number>
  /** Requests that nobody has taken up. One round trip. */
  pendingRequests(): Promise<number>
  /** How many messages since then are in each of these states. One round trip, as many reads, more by the thousand. */
  deliveries(since: Date, wanted: readonly DeliveriesWanted[]): Promise<number[]>
  /**
   * Records of waits that began in the span, oldest first, then by id, and whether there may be more. Narrowed by one
   * part of the filter at most; what cannot be read is left out. One round trip.
   */
  waits(span: LedgerSpan, filter: LedgerFilter, limit: number): Promise<Waits>
  /** The names of those that have one. One round trip. */
  names(ids: Named<readonly string[]>): Promise<Named<ReadonlyMap<string, string>>>
  /** Every team that has a name, and so many properties at most that the words mean. One round trip. */
  places(words: Pick<SearchWords, 'id' | 'names'>, limit: number): Promise<Places>
  /** Guest, stays and property of a thread. Three round trips; more for a thread that names only its reservation. */
  about(thread: ThreadOfStay & { propertyId?: string | null | undefined }): Promise<AboutThread>
  /**
   * Threads that the words lead to, and stays of guests without one, in any order, at most so many threads by each way.
   * Five round trips.
   */
  find(words: SearchWords, limit: number): Promise<Found>
}
