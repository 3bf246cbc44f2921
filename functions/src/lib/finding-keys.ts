import { asciiDomain } from './email-address.ts'

// Words that people type differ from stored ones: both are folded here before they are compared.

const solid = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '')
const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Without regard to case, blanks, dots, and how the domain is written. */
export function emailKey(address: string): string {
  const text = folded(address)
    .replace(/[\s\p{C}]/gu, '')
    .replace(/^mailto:/, '')
  const at = text.lastIndexOf('@') + 1
  const domain = text.slice(at).replace(/^\.|\.$/g, '')
  return (text.slice(0, at) + (asciiDomain(domain) || domain)).replaceAll('.', '')
}

/** Words without a digit before the number, such as `BDC-` or `Booking.com #`. */
const prefix = /^\P{N}*[^\p{L}\p{N}]/u
/** The same where the number of digits follows at once. */
const joinedPrefix = /^\p{L}+(?=\p{N}{5,}$)/u

/** The number of a booking without regard to case, blanks and marks: whole, and without the OTA's prefix. */
export function numberKeys(number: string): string[] {
  const text = folded(number)
  const [whole, rest] = [solid(text), solid(text.replace(prefix, ''))]
  return [...new Set([whole, rest, whole.replace(joinedPrefix, '')])].filter(key => key !== '')
}

/** By which a reservation is found; none without a number. */
export const reservationKeys = (reservation: { code?: unknown; otaBookingNumber?: unknown }): string[] => [
  ...new Set(
    [reservation.code, reservation.otaBookingNumber].flatMap(number =>
      typeof number === 'string' ? numberKeys(number) : [],
    ),
  ),
]
