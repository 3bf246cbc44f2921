import { asMoney, minorDigits, wholeUnits } from '@functions/lib/currency.ts'
import { numberFormat } from './formats.ts'

/** Minor units of a currency as its readers write it; plainly where the currency is none. */
export function money(amount: number, currency: string, language: string): string {
  const format = moneyFormat(currency, language)
  return format ? format.format(wholeUnits(amount, currency)) : `${units(amount, currency)} ${currency}`
}

/** Minor units of a currency as a number with its digits, for a machine. */
export const units = (amount: number, currency: string): string =>
  wholeUnits(amount, currency).toFixed(minorDigits(currency))

const moneyFormat = (currency: string, language: string): Intl.NumberFormat | undefined =>
  /^[A-Za-z]{3}$/.test(currency) ? numberFormat(language, asMoney(currency)) : undefined
