import { dayOf } from '../days.ts'
import type { LeadGuest } from '../guest.ts'
import { isAmong } from '../spellings.ts'
import type { BookedRoom, BookingRevision } from './booking.ts'
import type { BookingContext, FormerGuest, GuestRecord, GuestWrite } from './ports.ts'
import type { Reservation } from './reservation.ts'

const unnamed = 'Guest'

export const guestIdOfBooking = (bookingId: string): string => `booking-${bookingId}`

export function leadGuestOf(lead: LeadGuest, before: LeadGuest | null | undefined): LeadGuest {
  const base = lead.name === null || lead.name === before?.name ? before : undefined
  return {
    name: lead.name ?? base?.name ?? null,
    phone: lead.phone ?? base?.phone ?? null,
    email: lead.email ?? base?.email ?? null,
  }
}

/**
 * The booking's present guest, else the only guest with that number, else a new one. A correction replaces only the
 * booking's own earlier fields. A booking leaves its guest if its new number is another's, or if other stays of the
 * guest keep the former one.
 */
export function planGuest(
  context: BookingContext,
  revision: BookingRevision,
  { stay, at }: { stay: Reservation | undefined; at: Date },
): { id: string; write: GuestWrite | undefined; left?: FormerGuest } {
  const { guests } = context
  const { guest, rooms } = revision
  const { phone } = guest
  const sharing =
    phone === null ? [] : [...guests.values()].filter(candidate => isAmong([phone], candidate.phone))
  const current = guests.get(stay?.guestId ?? '')
  const corrected = correctedIn(guest, stay?.leadGuest, current)
  const own = corrected.filter(field => !isSaidBeside(context, revision.bookingId, current, field, at))
  const isLeaving = corrected.includes('phone') && (sharing.length > 0 || !own.includes('phone'))
  const id = chosenId(context, revision, sharing, isLeaving ? undefined : current)
  const record = guests.get(id)
  // A shared number would make its messages ambiguous.
  const isFree = sharing.every(other => other.id === id) || !record
  const replaced = record === current ? own : []
  const fields = news(record, { ...guest, phone: isFree ? phone : null }, replaced)
  const left = current && current.id !== id && isLast(context, revision.bookingId, current.id) && current
  const leaving = left && { left: { id: left.id, sameAs: id, previous: left.revision } }
  if (record && Object.keys(fields).length === 0 && staysKept(record, rooms))
    return { id, write: undefined, ...leaving }
  const isOther = record && replaced.includes('phone')
  const forgotten = isOther ? consentOf(record) : []
  const former = isOther && record.phone !== null && { formerPhone: record.phone }
  const { revision: previous, expireAt, lastStay } = record ?? {}
  const write = { id, fields, forgotten, ...former, previous, expireAt, lastStay }
  return { id, write, ...leaving }
}

const isLast = ({ reservations }: BookingContext, bookingId: string, guestId: string): boolean =>
  [...reservations.values()].every(({ value }) => value.guestId !== guestId || value.bookingId === bookingId)

type Field = keyof LeadGuest

const isSame = (one: string | null | undefined, other: string | null | undefined): boolean =>
  typeof one === 'string' && isAmong([one], other)

const correctedIn = (
  lead: LeadGuest,
  before: LeadGuest | null | undefined,
  current: GuestRecord | undefined,
): Field[] =>
  (['name', 'phone', 'email'] as const).filter(
    field =>
      lead[field] !== null &&
      isSame(before?.[field], current?.[field]) &&
      !isSame(before?.[field], lead[field]),
  )

const isSaidBeside = (
  { reservations }: BookingContext,
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
  { guests, guestIdOf }: BookingContext,
  { bookingId, guest: { phone } }: BookingRevision,
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
  before: GuestRecord | undefined,
  { name, phone, email }: LeadGuest,
  replaced: readonly Field[],
): GuestWrite['fields'] {
  const isNamed = before?.name && before.name !== unnamed && !replaced.includes('name')
  const newName = name ?? (before?.name ? null : unnamed)
  return {
    ...(!isNamed && newName !== null && newName !== before?.name && { name: newName }),
    ...(phone !== null && (!before?.phone || replaced.includes('phone')) && { phone }),
    ...(email !== null && (!before?.email || replaced.includes('email')) && { email }),
  }
}
