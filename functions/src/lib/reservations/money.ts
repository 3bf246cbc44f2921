/** ISO 4217; Intl throws for anything else. */
const currencyCode = /^[A-Z]{3}$/

const decimal = /^(-?)(\d{1,13})(?:\.(\d+))?$/

/** The currency, if it is written as one. */
export const currencyOf = (text: string | null): string | null =>
  text !== null && currencyCode.test(text) ? text : null

/** A decimal text as an integer of the currency's minor units, half a unit rounded up; null for what is no amount. */
export function minorUnits(amount: string | null, currency: string | null): number | null {
  const parts = amount === null ? null : decimal.exec(amount)
  if (!parts || currency === null) return null
  const [, sign, whole = '', fraction = ''] = parts
  const exponent = exponentOf(currency)
  const units = Number(whole + fraction.slice(0, exponent).padEnd(exponent, '0'))
  const rounded = units + (Number(fraction[exponent] ?? 0) >= 5 ? 1 : 0)
  return sign && rounded !== 0 ? -rounded : rounded
}

const exponentOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
