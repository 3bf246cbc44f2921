import type { DeliveryFailure } from '../message.ts'
import { countryNotAllowed, premiumRate } from './delivery-failures.ts'

/** ISO codes of the countries that may be written to; empty for every one. */
export type AllowedCountries = ReadonlySet<string>

/**
 * Why a number must not be written to, whatever it is for: it is known to cost extra, or lies in a country that is not
 * served. What is no number (a chatapp id) is left to the provider.
 */
export async function numberRefusal(
  address: string,
  allowed: AllowedCountries,
): Promise<DeliveryFailure | undefined> {
  if (!address.startsWith('+')) return undefined
  // Only these metadata know the types of numbers, and they are large.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max')
  const number = parsePhoneNumberFromString(address)
  if (number?.getType() === 'PREMIUM_RATE') return premiumRate
  const isServed = allowed.size === 0 || (number?.country !== undefined && allowed.has(number.country))
  return isServed ? undefined : countryNotAllowed
}
