import * as z from 'zod'
import type { Versioned } from '../ports.ts'
import type { OutboundChannel } from './delivery/outbound.ts'
import type { FoundGuest } from './inbound/guest-change.ts'

const text = z.string().nullish().catch(undefined)
const time = z.date().nullish().catch(undefined)
/** One that cannot be read is respected. */
const optOut = z
  .date()
  .nullish()
  .catch(() => new Date(0))
const optOuts = z.looseObject({ chatapp: optOut, sms: optOut })
const optIns = z.looseObject({ chatapp: time, sms: time })

/**
 * A stored guest, `guests/{guestId}`. Unknown fields are kept; everything may be absent, and what is odd counts as
 * absent: nobody must become unreachable by a field of no importance.
 */
export const storedGuest = z.looseObject({
  name: text,
  /** E.164. */
  phone: text,
  email: text,
  /** Further addresses that staff have found to be this guest's: numbers, or chatapp ids of a guest without one. */
  addresses: z.array(z.string()).catch([]),
  /** Chatapp ids and numbers that turned out to be this guest's, though nobody said so: they are looked at last. */
  chatappIds: z.array(z.string()).catch([]),
  lastChatappInboundAt: time,
  /** The address the guest last wrote from by chatapp: the one whose window is open. */
  lastChatappAddress: text,
  /** Since when the guest does not want to be written to, per channel. */
  optedOut: optOuts
    .nullish()
    .transform(channels => channels ?? {})
    .catch(() => ({ chatapp: new Date(0), sms: new Date(0) })),
  /** When the guest last said that they want to be written to again, per channel. */
  optedIn: optIns.catch({}),
  /** Where messages go of a guest without any reservation's thread. */
  threadId: text,
  /** When they end by themselves. */
  expireAt: z.date().optional().catch(undefined),
})
export type Guest = z.infer<typeof storedGuest>

const phoneNumber = /^\+[1-9]\d{6,14}$/

/** How long after a guest's last chatapp message free text is allowed. Milliseconds. */
const chatappWindow = 24 * 60 * 60_000

/** Where the guest is written to on a channel: where they last wrote from if that still is theirs, else their number. */
export function addressOf(guest: Guest, channel: OutboundChannel): string | undefined {
  const own = [guest.phone, ...guest.addresses].filter(address => typeof address === 'string')
  if (channel === 'sms') return own.find(address => phoneNumber.test(address)) ?? own[0]
  return [...own, ...guest.chatappIds].find(address => address === guest.lastChatappAddress) ?? own[0]
}

/** When free text by chatapp ends being allowed; undefined when no inbound message is on record. */
export const windowClosesAt = ({ lastChatappInboundAt }: Guest): Date | undefined =>
  lastChatappInboundAt ? new Date(lastChatappInboundAt.getTime() + chatappWindow) : undefined

export interface GuestThread {
  threadId: string
  reservation: DatedStay & Partial<GuestStay>
}

/** A reservation of a guest who may have written. */
export interface GuestStay extends StoredStay {
  reservationId: string
  guestId: string
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
  /** The reservations of these guests. One round trip, none without a guest. */
  staysOf(guestIds: readonly string[]): Promise<GuestStay[]>
  /**
   * Threads of stays, those of the nearest one among them. One round trip, none without a stay, more only where many
   * stays have no thread.
   */
  threadsOf(stays: readonly (GuestStay & DatedStay)[], now: Date): Promise<GuestThread[]>
  /** Whose these properties are, as far as that is known. One round trip, none without an id. */
  landlordsOf(propertyIds: readonly string[]): Promise<Map<string, string>>
  /** Two round trips, one without a reservation: then only the guest whose messages go to the thread is known. */
  stay(thread: ThreadOfStay): Promise<Stay>
  /** Names of users and guests; who is unknown or has none is left out. One round trip. */
  authorNames(authorIds: readonly string[]): Promise<Map<string, string>>
  /** Those of the users who have an account with an e-mail address. One round trip. */
  landlords(userIds: readonly string[]): Promise<Landlord[]>
}

const orNull = z.string().nullable().catch(null).default(null)

/**
 * A stored reservation, `reservations/{id}`, as far as messages need it; bookings keep more there. A field of another
 * shape counts as absent.
 */
export const storedStay = z.looseObject({
  guestId: orNull,
  propertyId: orNull,
  /** Days, `YYYY-MM-DD`. */
  arrival: orNull,
  departure: orNull,
  status: orNull,
})
type StoredStay = z.infer<typeof storedStay>

/** A reservation whose days are known. */
export interface DatedStay extends Partial<Pick<StoredStay, 'status'>> {
  arrival: string
  departure: string
}

export const isDated = <Stay extends StoredStay>(stay: Stay): stay is Stay & DatedStay =>
  stay.arrival !== null && stay.departure !== null

/** The stay a thread is about. Fields that are not known are absent. */
export interface Stay {
  guest?: Guest | undefined
  /** Days, `YYYY-MM-DD`. */
  arrival?: string | undefined
  departure?: string | undefined
  propertyName?: string | undefined
}
