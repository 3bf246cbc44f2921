import type { LeadGuest } from '../chat/guest.ts'
import { dayOf } from '../days.ts'
import { isAmong } from '../spellings.ts'
import type { BookedRoom, BookingRevision } from './booking.ts'
import type { BookingContext, FormerGuest, GuestRecord, GuestWrite } from './ports.ts'
import type { Reservation } from './reservation.ts'

const unnamed = 'Guest'

export const guestIdOfBooking = (bookingId: string): string => `booking-${bookingId}`

export function leadGuestOf(said: LeadGuest, before: LeadGuest | null | undefined): LeadGuest {
  const known = said.name === null || said.name === before?.name ? before : undefined
  return {
    name: said.name ?? known?.name ?? null,
    phone: said.phone ?? known?.phone ?? null,
    email: said.email ?? known?.email ?? null,
  }
}

/**
 * The booking's present guest, else the only guest with that number, else a new one. A correction replaces only the
 * booking's own earlier fields. A booking leaves its guest if its new number is another's, or if other stays of the
 * guest keep the former one.
 */
export function planGuest(
  context: Pick<BookingContext, 'guests' | 'guestIdOf' | 'reservations'>,
  revision: Pick<BookingRevision, 'bookingId' | 'guest' | 'rooms'>,
  { stay, at }: { stay: Reservation | undefined; at: Date },
): { id: string; write: GuestWrite | undefined; left?: FormerGuest } {
  const { guests } = context
  const { guest, rooms } = revision
  const { phone } = guest
  const sharing = phone === null ? [] : [...guests.values()].filter(known => isAmong([phone], known.phone))
  const current = guests.get(stay?.guestId ?? '')
  const corrected = correctedIn(guest, stay?.leadGuest, current)
  const own = corrected.filter(field => !isSaidBeside(context, revision.bookingId, current, field, at))
  const isLeaving = corrected.includes('phone') && (sharing.length > 0 || !own.includes('phone'))
  const id = chosenId(context, revision, sharing, isLeaving ? undefined : current)
  const known = guests.get(id)
  // A shared number would make its messages ambiguous.
  const isFree = sharing.every(other => other.id === id) || !known
  const replaced = known === current ? own : []
  const fields = news(known, { ...guest, phone: isFree ? phone : null }, replaced)
  const left = current && current.id !== id && isLast(context, revision.bookingId, current.id) && current
  const leaving = left && { left: { id: left.id, sameAs: id, previous: left.revision } }
  if (known && Object.keys(fields).length === 0 && staysKept(known, rooms))
    return { id, write: undefined, ...leaving }
  const isOther = known && replaced.includes('phone')
  const forgotten = isOther ? consentOf(known) : []
  const former = isOther && known.phone !== null && { formerPhone: known.phone }
  const { revision: previous, expireAt, lastStay } = known ?? {}
  const write = { id, fields, forgotten, ...former, previous, expireAt, lastStay }
  return { id, write, ...leaving }
}

const isLast = (
  { reservations }: Pick<BookingContext, 'reservations'>,
  bookingId: string,
  guestId: string,
): boolean =>
  [...reservations.values()].every(({ value }) => value.guestId !== guestId || value.bookingId === bookingId)

type Field = keyof LeadGuest

const isSame = (one: string | null | undefined, other: string | null | undefined): boolean =>
  typeof one === 'string' && isAmong([one], other)

const correctedIn = (
  said: LeadGuest,
  before: LeadGuest | null | undefined,
  current: GuestRecord | undefined,
): Field[] =>
  (['name', 'phone', 'email'] as const).filter(
    field =>
      said[field] !== null &&
      isSame(before?.[field], current?.[field]) &&
      !isSame(before?.[field], said[field]),
  )

const isSaidBeside = (
  { reservations }: Pick<BookingContext, 'reservations'>,
  bookingId: string,
  current: GuestRecord | undefined,
  field: Field,
  at: Date,
): boolean =>
  [...reservations.values()].some(
    ({ value: { leadGuest, departure, ...other } }) =>
      other.guestId === current?.id &&
      other.bookingId !== bookingId &&
      other.status === 'confirmed' &&
      (departure === null || departure >= dayOf(at)) &&
      (leadGuest === null || isSame(leadGuest[field], current?.[field])),
  )

/** Consent ends with the former number. */
const consentOf = ({ phone, lastChatappAddress }: GuestRecord): GuestWrite['forgotten'] => [
  'optedIn',
  ...(!lastChatappAddress || isSame(phone, lastChatappAddress)
    ? (['lastChatappInboundAt', 'lastChatappAddress'] as const)
    : []),
]

function chosenId(
  { guests, guestIdOf }: Pick<BookingContext, 'guests' | 'guestIdOf'>,
  { bookingId, guest: { phone } }: Pick<BookingRevision, 'bookingId' | 'guest'>,
  sharing: readonly GuestRecord[],
  current: GuestRecord | undefined,
): string {
  const ownId = guestIdOfBooking(bookingId)
  if (phone === null) return current?.id ?? ownId
  // The booking had no number before; a known guest may have this one.
  if (current && (current.phone !== null || current.id !== ownId)) return current.id
  const [only, ...others] = sharing
  if (only && others.length === 0) return only.id
  const id = guestIdOf(phone)
  const first = guests.get(id)
  // Its first guest may have another number.
  return first?.phone && !isSame(phone, first.phone) ? ownId : id
}

const staysKept = ({ expireAt, lastStay }: GuestRecord, rooms: readonly BookedRoom[]): boolean => {
  const end = Math.max(Number(expireAt ?? 0), Number(lastStay ?? 0))
  return end === 0 || rooms.every(({ departure }) => new Date(departure).getTime() <= end)
}

function news(
  known: GuestRecord | undefined,
  { name, phone, email }: LeadGuest,
  replaced: readonly Field[],
): GuestWrite['fields'] {
  const isNamed = known?.name && known.name !== unnamed && !replaced.includes('name')
  const newName = name ?? (known?.name ? null : unnamed)
  return {
    ...(!isNamed && newName !== null && newName !== known?.name && { name: newName }),
    ...(phone !== null && (!known?.phone || replaced.includes('phone')) && { phone }),
    ...(email !== null && (!known?.email || replaced.includes('email')) && { email }),
  }
}
