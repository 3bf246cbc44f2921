/** ISO 4217, table A.1: how many digits the minor unit of a currency has, where they are not two. */
const digits: ReadonlyMap<string, number> = new Map(
  Object.entries({
    0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
    3: 'BHD IQD JOD KWD LYD OMR TND',
    4: 'CLF UYW',
  }).flatMap(([count, codes]) => codes.split(' ').map(code => [code, Number(count)] as const)),
)

/**
 * The digits of a currency's minor unit. Never those of the runtime's `Intl`, which rounds some currencies for display
 * and changes with its version.
 */
export const minorDigits = (currency: string): number => digits.get(currency.toUpperCase()) ?? 2

/** For `Intl.NumberFormat`: each digit of an amount is shown. */
export const asMoney = (currency: string): Intl.NumberFormatOptions => ({
  style: 'currency',
  currency,
  minimumFractionDigits: minorDigits(currency),
  maximumFractionDigits: minorDigits(currency),
})

/** An amount in minor units in the currency's whole ones. */
export const wholeUnits = (amount: number, currency: string): number => amount / 10 ** minorDigits(currency)
