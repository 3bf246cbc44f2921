import type { Versioned } from '../ports.ts'
import type { Guest } from './guest.ts'
import type { FoundGuest } from './inbound/guest-change.ts'
import type { DatedStay, Stay } from './stay.ts'

export interface GuestThread {
  threadId: string
  reservation: DatedStay
}

/** A thread, as far as it says whose it is. */
export interface ThreadOfStay {
  threadId: string
  reservationId?: string | null | undefined
}

/** `guests`, and the reservations that say which thread is theirs. */
export interface Guests {
  /** Those that there are, by id. One round trip, none without an id. */
  read(guestIds: readonly string[]): Promise<ReadonlyMap<string, Versioned<Guest>>>
  /** Guests who have one of these as their number, were given it by staff, or turned out to have it. One round trip. */
  byAddress(addresses: readonly string[]): Promise<FoundGuest[]>
  /** The guest of the thread's reservation, else the one whose messages go to the thread. */
  ofThread(thread: ThreadOfStay): Promise<FoundGuest | undefined>
  /**
   * Threads of a guest's reservations, those of the nearest stay among them. Two round trips, one without any
   * reservation, more only where many stays have no thread.
   */
  threadsOf(guestId: string, now: Date): Promise<GuestThread[]>
  /** Two round trips, one without a reservation: then only the guest whose messages go to the thread is known. */
  stay(thread: ThreadOfStay): Promise<Stay>
}
