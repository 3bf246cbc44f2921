import type { DeliveryFailure } from '../message.ts'
import { countryNotAllowed, premiumRate, refusal } from './delivery-failures.ts'
import type { OutboundChannel } from './outbound.ts'

/** ISO codes of the countries that may be written to; empty for every one. */
export type AllowedCountries = ReadonlySet<string>

const invalidNumber = refusal({ reason: 'invalid-number' })

/**
 * Why a number must not be written to, whatever it is for: it is known to cost extra, or lies in a country that is not
 * served. What is no number may be the id of a chatapp user; by SMS it could be a short code, whose price and country
 * nobody knows.
 */
export async function numberRefusal(
  address: string,
  channel: OutboundChannel,
  allowed: AllowedCountries,
): Promise<DeliveryFailure | undefined> {
  if (!address.startsWith('+')) return channel === 'sms' ? invalidNumber : undefined
  // Only these metadata know the types of numbers, and they are large.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max')
  const number = parsePhoneNumberFromString(address)
  if (number?.getType() === 'PREMIUM_RATE') return premiumRate
  const isServed = allowed.size === 0 || (number?.country !== undefined && allowed.has(number.country))
  return isServed ? undefined : countryNotAllowed
}
