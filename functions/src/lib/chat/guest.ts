import * as z from 'zod'
import type { NamedFacts } from '../fact-names.ts'
import { leadGuest, type StoredStay, storedContact, storedStay } from '../guest.ts'
import { textOrNull } from '../shapes.ts'
import { everySpellingOf } from '../spellings.ts'
import { collection, type Query, type StoredDocument } from '../store.ts'
import { byChannel } from './channel-types.ts'
import type { Conversation } from './ota-conversations.ts'

const time = z.date().nullish().catch(undefined)
/** An unreadable opt-out counts. */
const optOut = z
  .date()
  .nullish()
  .catch(() => new Date(0))
const optOuts = z.looseObject(byChannel(() => optOut))
const optIns = z.looseObject(byChannel(() => time))

const text = z.string().nullish().catch(undefined)

export const storedGuest = storedContact.extend({
  /** The phone's last change by staff. */
  phoneSince: time,
  language: text,
  note: text,
  /** From staff: numbers, or chatapp ids. */
  addresses: z.array(z.string()).catch([]),
  /** Inferred chatapp ids and numbers, lowest priority. */
  chatappIds: z.array(z.string()).catch([]),
  lastChatappInboundAt: time,
  optedOut: optOuts
    .nullish()
    .transform(channels => channels ?? {})
    .catch(() => byChannel(() => new Date(0))),
  optedIn: optIns.catch({}),
  /** For a guest without a reservation. */
  threadId: z.string().nullish().catch(undefined),
})
export type Guest = z.infer<typeof storedGuest>

export const guests = collection('guests/{guestId}', storedGuest)

export interface GuestWithId {
  guestId: string
  guest: Guest
}

export const guestWithId = ({ id, value }: Pick<StoredDocument<Guest>, 'id' | 'value'>): GuestWithId => ({
  guestId: id,
  guest: value,
})

/** Firestore takes thirty values in the three filters together. */
const mostSpellings = 10

export function guestsAt(addresses: readonly string[], most: number): Query<Guest> {
  const spellings = everySpellingOf(addresses).slice(0, mostSpellings)
  return guests
    .all()
    .whereEither(
      ['phone', 'in', spellings],
      ['addresses', 'array-contains-any', spellings],
      ['chatappIds', 'array-contains-any', spellings],
    )
    .limit(most)
}

export const guestSentTo = (threadId: string): Query<Guest> =>
  guests.where('threadId', '==', threadId).limit(1)

export interface GuestThread {
  threadId: string
  reservation: DatedStay & Partial<GuestStay>
}

export interface GuestStay extends StoredStay {
  reservationId: string
  guestId: string
}

export interface ThreadOfStay {
  threadId: string
  reservationId?: string | null | undefined
  guestId?: string | null | undefined
  propertyId?: string | null | undefined
}

type Reserved = Pick<BookedStay, 'guestId' | 'propertyId'> & Partial<BookedStay>

export interface Talk {
  guestId?: string | undefined
  /** Latest activity last. */
  conversations: readonly Conversation[]
  /** The conversation of the answer, as of its writing. */
  conversationId?: string | undefined
  stay?: Reserved | undefined
  /** The message names the stay. */
  isNamed?: boolean
  now: Date
}

export interface Place {
  name?: string | undefined
  landlordId?: string | undefined
  teamId?: string | undefined
  timeZone?: string | undefined
}

export const bookedStay = storedStay.extend({
  /** The channel manager's. */
  bookingId: textOrNull,
  roomId: textOrNull,
  ota: textOrNull,
  leadGuest,
  revision: z.looseObject({ at: z.date().nullable() }).nullable().catch(null).default(null),
})
type BookedStay = z.infer<typeof bookedStay>

export const reservations = collection('reservations/{reservationId}', bookedStay)

export interface DatedStay extends Partial<Pick<StoredStay, 'status'>> {
  arrival: string
  departure: string
  /** Default: UTC. */
  timeZone?: string | undefined
}

export const isDated = <Stay extends StoredStay>(stay: Stay): stay is Stay & DatedStay =>
  stay.arrival !== null && stay.departure !== null

export interface Stay {
  guestId?: string | undefined
  guest?: Guest | undefined
  booked?: BookedStay | undefined
  arrival?: string | undefined
  departure?: string | undefined
  propertyName?: string | undefined
  facts?: NamedFacts
}
