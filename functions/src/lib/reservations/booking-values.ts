import { isPossiblePhoneNumber, isValidPhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { minorDigits } from '../currency.ts'
import { internationalNumber, spellingsOf } from '../spellings.ts'

/** As ISO 4217 has them. */
const currencyCode = /^[A-Z]{3}$/

const decimal = /^(-?)(\d{1,13})(?:\.(\d+))?$/

/** The currency, if it has the form of one. */
export const currencyOf = (text: string | null): string | null =>
  text !== null && currencyCode.test(text) ? text : null

/** A decimal string in the currency's minor units, rounded half up; null if it is not an amount. */
export function minorUnits(amount: string | null, currency: string | null): number | null {
  const parts = amount === null ? null : decimal.exec(amount)
  if (!parts || currency === null) return null
  const [, sign, whole = '', fraction = ''] = parts
  const exponent = minorDigits(currency)
  const units = Number(whole + fraction.slice(0, exponent).padEnd(exponent, '0'))
  const rounded = units + (Number(fraction[exponent] ?? 0) >= 5 ? 1 : 0)
  return sign && rounded !== 0 ? -rounded : rounded
}

/**
 * The number as E.164 if it certainly is one: with a country code and a plausible length, in a spelling of today. A national number could
 * belong to any country, so it does not count.
 */
export function certainNumber(text: string | null): string | null {
  const international = internationalNumber(text ?? '')
  if (international === undefined) return null
  const number = parsePhoneNumberFromString(international, { extract: false })
  if (!number || number.ext) return null
  const spellings = [number.number, ...spellingsOf(number.number)]
  const valid = spellings.find(spelling => isValidPhoneNumber(spelling))
  return valid ?? spellings.find(spelling => isPossiblePhoneNumber(spelling)) ?? null
}
