import { isAmong } from '../spellings.ts'
import type { BookedRoom, BookingRevision } from './booking.ts'
import type { BookingContext, GuestWrite, KnownGuest } from './ports.ts'

/** Placeholder until a booking names the guest. */
const unnamed = 'Guest'

/** A guest without a number belongs to one booking only. */
export const guestIdOfBooking = (bookingId: string): string => `booking-${bookingId}`

/**
 * Finds a booking's guest and plans the write: the booking's present guest, else the only guest with that number, else
 * a new one. Known fields are completed, never replaced.
 */
export function planGuest(
  context: Pick<BookingContext, 'guests' | 'guestIdOf'>,
  { bookingId, guest, rooms }: Pick<BookingRevision, 'bookingId' | 'guest' | 'rooms'>,
  currentId: string | null,
): { id: string; write: GuestWrite | undefined } {
  const { guests } = context
  const { phone } = guest
  const sharing = phone === null ? [] : [...guests.values()].filter(known => isAmong([phone], known.phone))
  const id = chosenId(context, { bookingId, phone }, sharing, currentId)
  const known = guests.get(id)
  // A number shared with somebody else would make its messages ambiguous.
  const isFree = sharing.every(other => other.id === id) || !known
  const fields = missing(known, { ...guest, phone: isFree ? phone : null })
  if (known && Object.keys(fields).length === 0 && staysKept(known, rooms)) return { id, write: undefined }
  return { id, write: { id, fields, previous: known?.revision, expireAt: known?.expireAt } }
}

function chosenId(
  { guests, guestIdOf }: Pick<BookingContext, 'guests' | 'guestIdOf'>,
  { bookingId, phone }: { bookingId: string; phone: string | null },
  sharing: readonly KnownGuest[],
  currentId: string | null,
): string {
  const ownId = guestIdOfBooking(bookingId)
  const current = currentId === null ? undefined : guests.get(currentId)
  if (phone === null) return current?.id ?? ownId
  // The booking had no number until now: its guest may be a known one.
  if (current && (current.phone !== null || current.id !== ownId)) return current.id
  const [only, ...others] = sharing
  return only && others.length === 0 ? only.id : guestIdOf(phone)
}

/** Whether the guest is kept until after the stay. */
const staysKept = ({ expireAt }: KnownGuest, rooms: readonly BookedRoom[]): boolean =>
  expireAt === undefined || rooms.every(({ departure }) => new Date(departure) < expireAt)

function missing(
  known: KnownGuest | undefined,
  { name, phone, email }: BookingRevision['guest'],
): GuestWrite['fields'] {
  const isNamed = known?.name && known.name !== unnamed
  const newName = name ?? (known?.name ? null : unnamed)
  return {
    ...(!isNamed && newName !== null && newName !== known?.name && { name: newName }),
    ...(phone !== null && !known?.phone && { phone }),
    ...(email !== null && !known?.email && { email }),
  }
}
