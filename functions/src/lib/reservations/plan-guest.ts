import type { BookedRoom, BookingRevision } from './booking.ts'
import type { BookingContext, GuestWrite, KnownGuest } from './ports.ts'

/** A guest must have a name; this one stands in for it until a booking tells it. */
const unnamed = 'Guest'

/** A guest of whom no number is known belongs to their booking alone. */
export const guestIdOfBooking = (bookingId: string): string => `booking-${bookingId}`

/**
 * Who a booking's guest is, and what is to be written of them: the guest it already has, else the one guest with that
 * number, else a new one. What is known is completed, never replaced.
 */
export function planGuest(
  context: Pick<BookingContext, 'guests' | 'guestIdOf'>,
  { bookingId, guest, rooms }: Pick<BookingRevision, 'bookingId' | 'guest' | 'rooms'>,
  currentId: string | null,
): { id: string; write: GuestWrite | undefined } {
  const { guests } = context
  const { phone } = guest
  const sharing = phone === null ? [] : [...guests.values()].filter(known => known.phone === phone)
  const id = chosenId(context, { bookingId, phone }, sharing, currentId)
  const known = guests.get(id)
  // A number that somebody else has would make it unclear who writes from it.
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
  // A booking that had no number until now: its guest may be somebody we know.
  if (current && (current.phone !== null || current.id !== ownId)) return current.id
  const [only, ...others] = sharing
  return only && others.length === 0 ? only.id : guestIdOf(phone)
}

/** Whether the guest does not end before the stay has. */
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
