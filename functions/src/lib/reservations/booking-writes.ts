import { guestKeys, reservationKeys } from '../finding-keys.ts'
import { guestContacts } from '../guest.ts'
import type { Revision } from '../ports.ts'
import { expiring, patch, put, union, type Write, without } from '../store.ts'
import type { BookingWrite, GuestWrite } from './ports.ts'
import { type Reservation, reservations, storedReservation } from './reservation.ts'

export function bookingWrites(write: BookingWrite): Write[] {
  const { reservations: stays, guest, left, at } = write
  return [
    ...stays.map(({ id, value, previous }) => {
      const end = expiring('reservations', endOfStay(value, at))
      return put(reservations.at(id), { ...stayFields(value, at, previous), ...end }, previous)
    }),
    ...(guest ? [guestWrite(guest, lastStay(write))] : []),
    ...(left ? [patch(guestContacts.at(left.id), { sameAs: left.sameAs }, left.previous)] : []),
  ]
}

const endOfStay = ({ departure }: Reservation, at: Date): Date =>
  departure === null ? at : new Date(departure)

/** Now at the earliest. */
export function lastStay({ reservations: stays, guest, at }: BookingWrite): Date {
  const ends = stays.map(({ value }) => endOfStay(value, at))
  return new Date(Math.max(...[at, guest?.lastStay ?? at, ...ends].map(Number)))
}

function guestWrite(
  { id, fields, forgotten, formerPhone, previous, expireAt }: GuestWrite,
  last: Date,
): Write {
  const former = formerPhone !== undefined && { formerPhones: union(formerPhone) }
  const end = expiring('guests', last, expireAt)
  return put(
    guestContacts.at(id),
    { ...fields, ...guestKeys(fields), ...former, ...without(forgotten), ...end },
    previous,
  )
}

const stayFields = (value: Reservation, at: Date, previous: Revision | undefined): object => ({
  ...storedReservation.strip().parse(value),
  numberKeys: reservationKeys(value),
  ...(previous === undefined && { createdAt: at }),
  updatedAt: at,
})
