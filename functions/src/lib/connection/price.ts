import * as z from 'zod'
import { asMoney, wholeUnits } from '../currency.ts'
import { DomainError } from '../errors.ts'
import type { Account, Price } from './model.ts'

export const priceOf = ({ connectionService: { plan, amount, currency } }: Account): Price => ({
  plan,
  amount,
  currency,
})

export const isSamePrice = (one: Price, other: Price): boolean =>
  one.plan === other.plan &&
  (one.plan === 'free' || (one.amount === other.amount && one.currency === other.currency))

/** `amount`: minor units. */
export const shownPrice = z.strictObject({
  amount: z.number().int().nonnegative(),
  currency: z.string().length(3),
})
export type ShownPrice = z.infer<typeof shownPrice>

export const asShown = ({ plan, amount, currency }: Price): ShownPrice => ({
  amount: plan === 'free' ? 0 : amount,
  currency,
})

/** Throws `payment-failed` for another price. */
export function checkPrice(now: Price, shown: ShownPrice | undefined, nextAction: string): void {
  const { amount: due } = asShown(now)
  if (due === (shown?.amount ?? 0) && (due === 0 || now.currency === shown?.currency)) return
  throw new DomainError(
    'payment-failed',
    `The price of the connection service is another one by now: ${inMoney(due, now.currency)}.`,
    { nextAction },
  )
}

function inMoney(amount: number, currency: string): string {
  if (!/^[A-Z]{3}$/.test(currency)) return `${amount} ${currency}`
  return new Intl.NumberFormat('en', asMoney(currency)).format(wholeUnits(amount, currency))
}
