import { asciiDomain } from './email-address.ts'

const solid = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '')
const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

export function emailKey(address: string): string {
  const text = folded(address)
    .replace(/[\s\p{C}]/gu, '')
    .replace(/^mailto:/, '')
  const at = text.lastIndexOf('@') + 1
  const domain = text.slice(at).replace(/^\.|\.$/g, '')
  return (text.slice(0, at) + (asciiDomain(domain) || domain)).replaceAll('.', '')
}

/** Users may leave out country and area. */
export const phoneKey = (phone: string): string => phone.replace(/\D/g, '').slice(-7)

export const guestKeys = ({ email, phone }: { email?: unknown; phone?: unknown }) => ({
  ...(typeof email === 'string' && email !== '' && { emailKey: emailKey(email) }),
  ...(typeof phone === 'string' && phone !== '' && { phoneKey: phoneKey(phone) }),
})

/** Such as `BDC-` or `Booking.com #`. */
const prefix = /^\P{N}*[^\p{L}\p{N}]/u
const joinedPrefix = /^\p{L}+(?=\p{N}{5,}$)/u

/** With and without the OTA's prefix. */
export function numberKeys(number: string): string[] {
  const text = folded(number)
  const [whole, rest] = [solid(text), solid(text.replace(prefix, ''))]
  return [...new Set([whole, rest, whole.replace(joinedPrefix, '')])].filter(key => key !== '')
}

export const reservationKeys = (reservation: { code?: unknown; otaBookingNumber?: unknown }): string[] => [
  ...new Set(
    [reservation.code, reservation.otaBookingNumber].flatMap(number =>
      typeof number === 'string' ? numberKeys(number) : [],
    ),
  ),
]
