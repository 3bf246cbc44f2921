import * as z from 'zod'
import type { Versioned } from '../ports.ts'
import { textOrNull } from '../shapes.ts'
import type { ChannelName } from './channels/names.ts'
import { byChannel } from './channels/naming.ts'
import type { Conversation } from './ota/conversations.ts'

const text = z.string().nullish().catch(undefined)
const time = z.date().nullish().catch(undefined)
/** An unreadable opt-out counts as one. */
const optOut = z
  .date()
  .nullish()
  .catch(() => new Date(0))
const optOuts = z.looseObject(byChannel(() => optOut))
const optIns = z.looseObject(byChannel(() => time))

/**
 * A stored guest, `guests/{guestId}`. Unknown fields are kept. Everything may be absent, and invalid fields count as
 * absent: an unimportant field must not make a guest unreachable.
 */
export const storedGuest = z.looseObject({
  name: text,
  /** E.164. */
  phone: text,
  email: text,
  /** Further addresses, assigned by staff: numbers, or chatapp ids of a guest without one. */
  addresses: z.array(z.string()).catch([]),
  /** Inferred chatapp ids and numbers, with the lowest priority. */
  chatappIds: z.array(z.string()).catch([]),
  lastChatappInboundAt: time,
  /** The address of the guest's last chatapp message, whose 24-hour window is open. */
  lastChatappAddress: text,
  /** When the guest opted out, per channel. */
  optedOut: optOuts
    .nullish()
    .transform(channels => channels ?? {})
    .catch(() => byChannel(() => new Date(0))),
  /** When the guest last opted in again, per channel. */
  optedIn: optIns.catch({}),
  /** The thread of a guest without a reservation. */
  threadId: text,
  /** End of retention. */
  expireAt: z.date().optional().catch(undefined),
})
export type Guest = z.infer<typeof storedGuest>

/** A guest and the id of their document. */
export interface FoundGuest {
  guestId: string
  guest: Guest
}

export interface GuestThread {
  threadId: string
  reservation: DatedStay & Partial<GuestStay>
}

/** A reservation of a guest who may have written. */
export interface GuestStay extends StoredStay {
  reservationId: string
  guestId: string
}

/** The fields of a thread that identify its guest. */
export interface ThreadOfStay {
  threadId: string
  reservationId?: string | null | undefined
  /** The guest, if already known. */
  guestId?: string | null | undefined
}

/** What a reservation says of its guest, and of where the OTA lets them be written to. */
type Reserved = Pick<BookedStay, 'guestId' | 'propertyId'> & Partial<BookedStay>

/** What was said with a guest and is known of the stay, where that decides where they are written to. */
export interface Talk {
  guestId?: string | undefined
  /** Of the thread; the one in which somebody wrote last at the end. */
  conversations: readonly Conversation[]
  /** The one that a message answers, as it was when that was written. */
  conversationId?: string | undefined
  stay?: Reserved | undefined
  /** Whether the message names that stay. */
  isNamed?: boolean
  now: Date
}

/** A property, as far as its guests are concerned. */
export interface Place {
  name?: string | undefined
  landlordId?: string | undefined
  teamId?: string | undefined
  timeZone?: string | undefined
}

/** A user with an account and an e-mail address. */
export interface Landlord {
  userId: string
  name: string
  email: string
}

/** Who does not want to be written to, by address in any spelling: it outlives the guest's document. */
export interface OptOuts {
  /** Since when; undefined for an address that may be written to. One round trip. */
  optedOutSince(channel: ChannelName, address: string): Promise<Date | undefined>
  /** Unless a later word is known. */
  noteOptOut(channel: ChannelName, address: string, word: { change: 'out' | 'in'; at: Date }): Promise<void>
}

/** `guests`, their reservations, threads and opt-outs, and landlords' addresses. */
export interface Guests extends OptOuts {
  /** The existing ones, by id. One round trip, none without an id. */
  read(guestIds: readonly string[]): Promise<ReadonlyMap<string, Versioned<Guest>>>
  /** Guests with one of these addresses, in any spelling: own, assigned or inferred. One round trip. */
  byAddress(addresses: readonly string[]): Promise<FoundGuest[]>
  /** The guest of the thread's reservation, else the one assigned to the thread. At most two round trips. */
  ofThread(thread: ThreadOfStay): Promise<FoundGuest | undefined>
  /** The reservations of these guests. One round trip, none without a guest. */
  staysOf(guestIds: readonly string[]): Promise<GuestStay[]>
  /** Those of a booking, by the channel manager's id. One round trip. */
  staysOfBooking(bookingId: string): Promise<GuestStay[]>
  /**
   * Threads of stays, at least those of the nearest stay. One round trip, none without a stay, more only if many stays
   * have no thread.
   */
  threadsOf(stays: readonly (GuestStay & DatedStay)[], now: Date): Promise<GuestThread[]>
  /** A reservation, if there is one. One round trip. */
  reservation(reservationId: string): Promise<Reserved | undefined>
  /** What stays at these properties go by, where it is known. One round trip, none without an id. */
  placesOf(propertyIds: readonly string[]): Promise<Map<string, Place>>
  /** Two round trips; one without a reservation, when only the guest is known. */
  stay(thread: ThreadOfStay): Promise<Stay>
  /** Names of users and guests, where known. One round trip. */
  authorNames(authorIds: readonly string[]): Promise<Map<string, string>>
  /** The users who have an account with an e-mail address. One round trip. */
  landlords(userIds: readonly string[]): Promise<Landlord[]>
}

/**
 * The fields of `reservations/{id}` that messages need. An invalid field counts as absent.
 */
export const storedStay = z.looseObject({
  guestId: textOrNull,
  propertyId: textOrNull,
  /** Days, `YYYY-MM-DD`. */
  arrival: textOrNull,
  departure: textOrNull,
  status: textOrNull,
})
type StoredStay = z.infer<typeof storedStay>

const lead = z.object({ name: textOrNull, phone: textOrNull, email: textOrNull })
export type LeadGuest = z.infer<typeof lead>

/** As the booking says it now: a guest may have several stays, and be known by another name or number. */
export const leadGuest = lead.nullable().catch(null).default(null)

/** The same with what the channel manager says of the booking. */
export const bookedStay = storedStay.extend({
  /** The channel manager's id of the booking. */
  bookingId: textOrNull,
  roomId: textOrNull,
  ota: textOrNull,
  leadGuest,
  revision: z.looseObject({ at: z.date().nullable() }).nullable().catch(null).default(null),
})
type BookedStay = z.infer<typeof bookedStay>

/** A reservation with known dates. */
export interface DatedStay extends Partial<Pick<StoredStay, 'status'>> {
  arrival: string
  departure: string
  /** In which the days are meant; UTC without one. */
  timeZone?: string | undefined
}

export const isDated = <Stay extends StoredStay>(stay: Stay): stay is Stay & DatedStay =>
  stay.arrival !== null && stay.departure !== null

/** The stay a thread is about. Unknown fields are absent. */
export interface Stay {
  guestId?: string | undefined
  guest?: Guest | undefined
  booked?: BookedStay | undefined
  /** Days, `YYYY-MM-DD`. */
  arrival?: string | undefined
  departure?: string | undefined
  propertyName?: string | undefined
}
