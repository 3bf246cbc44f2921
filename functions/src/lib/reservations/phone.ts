import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * The number as E.164 when it certainly is one: with its country's code, and as long as numbers are there. A national
 * number could belong to any country, so it counts as none.
 */
export function certainNumber(text: string | null): string | null {
  const international = text?.trim().replace(/^00(?=[1-9])/, '+')
  if (!international?.startsWith('+')) return null
  const number = parsePhoneNumberFromString(international, { extract: false })
  return number?.isPossible() && !number.ext ? number.number : null
}
