import * as z from 'zod'
import { DomainError } from '../../errors.ts'
import { plainAddress, spellingsOf } from '../../spellings.ts'
import { countryNotAllowed, failure, invalidNumber, premiumRate } from '../delivery-failures.ts'
import type { Guest } from '../guest.ts'
import type { AllowedCountries, Channel } from './channel.ts'

export const byPhone = {
  noAddress: failure(
    'not-reachable',
    'No phone number is known for the guest of this thread.',
    'Add the number of the guest beside the thread, then send it again.',
  ),
  filesNotSendable: failure(
    'attachment-not-sendable',
    'Files are sent by their public https address only: one with a chatapp message, ten with an SMS.',
    'Write a new message with such an address, or without the file.',
  ),
  // The vendor's clock counts whole seconds.
  lookUp: {
    isSameText: (shown, sent) => plain(shown) === plain(sent),
    clockSkew: 5_000,
    provesAbsence: true,
  } satisfies Channel['lookUp'],
  // The vendor's words, except ordinary answers; the vendor takes `STOP ALL` only as `STOPALL`
  // (docs/extending.md).
  optOutWords: {
    out: ['STOP', 'STOPALL', 'STOP ALL', 'UNSUBSCRIBE', 'REVOKE', 'OPTOUT', 'OPT OUT'],
    in: ['START', 'UNSTOP'],
  },
} as const

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim()

export const ownAddresses = ({ phone, addresses }: Pick<Guest, 'phone' | 'addresses'>): string[] =>
  [phone, ...addresses].filter(address => typeof address === 'string')

/** A number or a user's id. */
export const mayBeChatapps = (address: string): boolean => /^(\+?\d|[A-Z]{2}\.)/.test(address)

export const phoneAddresses = (guest: Pick<Guest, 'phone' | 'addresses'>): string[] =>
  ownAddresses(guest).filter(address => address === guest.phone || mayBeChatapps(address))

export const isNumber = (address: string): boolean => /^\+[1-9]\d{6,14}$/.test(address)

/** E.164 of the country's length; assigned ranges change too often. */
export async function isPossibleNumber(address: string): Promise<boolean> {
  const { isPossiblePhoneNumber } = await import('libphonenumber-js/min')
  return /^\+\d+$/.test(address) && spellingsOf(address).some(spelling => isPossiblePhoneNumber(spelling))
}

export const phoneNumber = z
  .string()
  .transform(plainAddress)
  .refine(isNumber, 'must be a number with its country code, such as +44 7700 900123')

/** Throws `validation-failed`. */
export async function requirePossible(phone: string, path: string): Promise<void> {
  if (await isPossibleNumber(phone)) return
  const message = 'has too few or too many digits for its country'
  throw new DomainError('validation-failed', `The phone number ${message}.`, {
    nextAction: 'Correct the number, then try again.',
    errors: [{ path, message }],
  })
}

export async function numberRefusal(address: string, allowed: AllowedCountries) {
  if (!address.startsWith('+')) return invalidNumber
  // Only the large metadata has the types of numbers.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max')
  const numbers = spellingsOf(address).map(spelling => parsePhoneNumberFromString(spelling))
  if (numbers.some(number => number?.getType() === 'PREMIUM_RATE')) return premiumRate
  const isServed =
    allowed.size === 0 || numbers.some(number => number?.country !== undefined && allowed.has(number.country))
  return isServed ? undefined : countryNotAllowed
}
