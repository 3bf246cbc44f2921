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
  /** The reservation's guest, where that was read already. */
  guestId?: string | undefined
}

/** A user with an account, whom an e-mail can reach. */
export interface Landlord {
  userId: string
  name: string
  email: string
}

/** `guests`, with the reservations that say which thread is theirs; and landlords, as far as they are written to. */
export interface Guests {
  /** Those that there are, by id. One round trip, none without an id. */
  read(guestIds: readonly string[]): Promise<ReadonlyMap<string, Versioned<Guest>>>
  /** Guests who have one of these as their number, were given it by staff, or turned out to have it. One round trip. */
  byAddress(addresses: readonly string[]): Promise<FoundGuest[]>
  /** The guest of the thread's reservation, else the one whose messages go to the thread. At most two round trips. */
  ofThread(thread: ThreadOfStay): Promise<FoundGuest | undefined>
  /**
   * Threads of a guest's reservations, those of the nearest stay among them. Two round trips, one without any
   * reservation, more only where many stays have no thread.
   */
  threadsOf(guestId: string, now: Date): Promise<GuestThread[]>
  /** Two round trips, one without a reservation: then only the guest whose messages go to the thread is known. */
  stay(thread: ThreadOfStay): Promise<Stay>
  /** Names of users and guests; who is unknown or has none is left out. One round trip. */
  authorNames(authorIds: readonly string[]): Promise<Map<string, string>>
  /** Those of the users who have an account with an e-mail address. One round trip. */
  landlords(userIds: readonly string[]): Promise<Landlord[]>
}
