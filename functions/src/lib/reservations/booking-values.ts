import { isPossiblePhoneNumber, isValidPhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { minorDigits } from '../currency.ts'
import { internationalNumber, spellingsOf } from '../spellings.ts'

/** ISO 4217. */
const currencyCode = /^[A-Z]{3}$/

const decimal = /^(-?)(\d{1,13})(?:\.(\d+))?$/

export const currencyOf = (text: string | null): string | null =>
  text !== null && currencyCode.test(text) ? text : null

/** Rounded half up; null unless an amount. */
export function minorUnits(amount: string | null, currency: string | null): number | null {
  const parts = amount === null ? null : decimal.exec(amount)
  if (!parts || currency === null) return null
  const [, sign, whole = '', fraction = ''] = parts
  const exponent = minorDigits(currency)
  const units = Number(whole + fraction.slice(0, exponent).padEnd(exponent, '0'))
  const rounded = units + (Number(fraction[exponent] ?? 0) >= 5 ? 1 : 0)
  return sign && rounded !== 0 ? -rounded : rounded
}

/** E.164, in today's spelling; null for a national number, whose country is unknown. */
export function certainNumber(text: string | null): string | null {
  const international = internationalNumber(text ?? '')
  if (international === undefined) return null
  // A zero in brackets is dialled at home only; libphonenumber lacks that for some plans.
  const spellings = [international, international.replace(/\( ?0 ?\)/, '')].flatMap(spellingsIn)
  const valid = spellings.find(spelling => isValidPhoneNumber(spelling))
  return valid ?? spellings.find(spelling => isPossiblePhoneNumber(spelling)) ?? null
}

function spellingsIn(international: string): string[] {
  const number = parsePhoneNumberFromString(international, { extract: false })
  return !number || number.ext ? [] : [number.number, ...spellingsOf(number.number)]
}
