import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'

const price = z.object({ per: z.number(), usd: z.number() })

const prices = z
  .looseObject({})
  .transform(({ about: _, ...rows }) => z.record(z.string(), price).parse(rows))
  .parse(JSON.parse(readFileSync(path.join(import.meta.dirname, 'prices.json'), 'utf8')))

/** US dollars for an amount of `what` by `prices.json`; 0 for a thing without a price. */
export function priceOf(what: string, amount: number): number {
  const { per, usd } = prices[what] ?? { per: 1, usd: 0 }
  return (amount / per) * usd
}
