import { isPossiblePhoneNumber } from 'libphonenumber-js/min'

/**
 * Whether an address is a number (E.164) that can exist: a country code, and as many digits as that country uses. Which
 * of these ranges are given out changes too often to tell.
 */
export const isPossibleNumber = (address: string): boolean =>
  /^\+\d+$/.test(address) && isPossiblePhoneNumber(address)
