/** ISO 4217, table A.1; other currencies have two digits. */
const digits: ReadonlyMap<string, number> = new Map(
  Object.entries({
    0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
    3: 'BHD IQD JOD KWD LYD OMR TND',
    4: 'CLF UYW',
  }).flatMap(([count, codes]) => codes.split(' ').map(code => [code, Number(count)] as const)),
)

/** `Intl` rounds some currencies for display and changes with the runtime. */
export const minorDigits = (currency: string): number => digits.get(currency.toUpperCase()) ?? 2

export const asMoney = (currency: string): Intl.NumberFormatOptions => ({
  style: 'currency',
  currency,
  minimumFractionDigits: minorDigits(currency),
  maximumFractionDigits: minorDigits(currency),
})

export const wholeUnits = (amount: number, currency: string): number => amount / 10 ** minorDigits(currency)
