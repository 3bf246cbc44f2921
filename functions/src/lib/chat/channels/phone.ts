import { spellingsOf } from '../../spellings.ts'
import { countryNotAllowed, failure, invalidNumber, premiumRate } from '../delivery/delivery-failures.ts'
import type { Guest } from '../guest.ts'
import type { AllowedCountries, Channel } from './channel.ts'

/** What chatapp and SMS have in common: a guest is a number, and the vendor shows in a list what it sent there. */
export const byPhone = {
  noAddress: failure(
    'not-reachable',
    'No phone number is known for the guest of this thread.',
    "Link the thread to a reservation and add the guest's phone number, then send it again.",
  ),
  filesNotSendable: failure(
    'attachment-not-sendable',
    'Files are sent by their public https address only: one with a chatapp message, ten with an SMS.',
    'Write a new message with such an address, or without the file.',
  ),
  // Whole seconds, by the vendor's own clock.
  lookUp: {
    isSameText: (shown, sent) => plain(shown) === plain(sent),
    clockSkew: 5_000,
    provesAbsence: true,
  } satisfies Channel['lookUp'],
  // Of the vendor's own list those that answer no question; and those of two words also apart, as the vendor does not
  // take them (sources: docs/in-depth/chat.md).
  optOutWords: {
    out: ['STOP', 'STOPALL', 'STOP ALL', 'UNSUBSCRIBE', 'REVOKE', 'OPTOUT', 'OPT OUT'],
    in: ['START', 'UNSTOP'],
  },
} as const

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** What a guest said to be theirs, or was told to be. */
export const ownAddresses = ({ phone, addresses }: Pick<Guest, 'phone' | 'addresses'>): string[] =>
  [phone, ...addresses].filter(address => typeof address === 'string')

/** Whether an address may be one of chatapp: a number, however it is written, or the id of a user who shows none. */
export const mayBeChatapps = (address: string): boolean => /^(\+?\d|[A-Z]{2}\.)/.test(address)

/** The guest's own addresses but for those of other channels. */
export const phoneAddresses = (guest: Pick<Guest, 'phone' | 'addresses'>): string[] =>
  ownAddresses(guest).filter(address => address === guest.phone || mayBeChatapps(address))

export const isNumber = (address: string): boolean => /^\+[1-9]\d{6,14}$/.test(address)

/**
 * Whether an address is a number (E.164) that can exist: a country code, and as many digits as that country uses. Which
 * of these ranges are given out changes too often to tell.
 */
export async function isPossibleNumber(address: string): Promise<boolean> {
  const { isPossiblePhoneNumber } = await import('libphonenumber-js/min')
  return /^\+\d+$/.test(address) && spellingsOf(address).some(spelling => isPossiblePhoneNumber(spelling))
}

/** Why a number must not be written to: it is known to cost extra, or lies in a country that is not served. */
export async function numberRefusal(address: string, allowed: AllowedCountries) {
  if (!address.startsWith('+')) return invalidNumber
  // Only these metadata know the types of numbers, and they are large.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max')
  const numbers = spellingsOf(address).map(spelling => parsePhoneNumberFromString(spelling))
  if (numbers.some(number => number?.getType() === 'PREMIUM_RATE')) return premiumRate
  const isServed =
    allowed.size === 0 || numbers.some(number => number?.country !== undefined && allowed.has(number.country))
  return isServed ? undefined : countryNotAllowed
}
