import * as z from 'zod'
import { asMoney, wholeUnits } from '../../currency.ts'
import { DomainError } from '../../errors.ts'
import { optional } from '../../shapes.ts'
import { initiator } from '../attempt/facts.ts'
import { type Account, type Price, priceShape, storedRequest } from '../model.ts'

export const priceOf = ({ connectionService: { plan, amount, currency } }: Account): Price => ({
  ...{ plan, amount, currency },
})

export const isSamePrice = (one: Price, other: Price): boolean =>
  one.plan === other.plan &&
  (one.plan === 'free' || (one.amount === other.amount && one.currency === other.currency))

/** What somebody was shown to be due. Amount in minor units. */
export const shownPrice = z.strictObject({
  amount: z.number().int().nonnegative(),
  currency: z.string().length(3),
})
export type ShownPrice = z.infer<typeof shownPrice>

/** What is due at that price. */
export const asShown = ({ plan, amount, currency }: Price): ShownPrice => ({
  amount: plan === 'free' ? 0 : amount,
  currency,
})

/** Throws `payment-failed` where another price is due than was shown, if any was. */
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

/** What a request is tried again with, and how far that has come. */
const wait = z.object({
  actor: initiator.shape.actor,
  hotelId: z.string(),
  paymentId: z.string().optional(),
  listingUrl: z.string().optional(),
  landlordId: z.string(),
  channelManagerPropertyId: z.string(),
  /** As it was shown to who asked. */
  price: priceShape,
  tries: z.number().int(),
  /** Somebody is connecting until then. */
  connectingUntil: z.date().optional(),
})
export type Wait = z.infer<typeof wait>

/** Whether a try that nobody stops is under way. */
export const isConnecting = (
  { connectingUntil }: { connectingUntil?: Date | undefined },
  now: Date,
): boolean => connectingUntil !== undefined && connectingUntil > now

export const waitingFor = z.object({ code: z.string(), since: z.date(), until: z.date() })
export type WaitingFor = z.infer<typeof waitingFor>

/** A request that may be tried again by itself. */
export const storedWaitingRequest = storedRequest.extend({
  rejection: z.looseObject({ code: z.string() }).nullish().catch(null),
  hotelId: optional(z.string()),
  listingUrl: optional(z.string()),
  waitingFor: optional(waitingFor),
  wait: optional(wait),
})
export type WaitingRequest = z.infer<typeof storedWaitingRequest>

export const requestNotFound = (): DomainError =>
  new DomainError('not-found', 'There is no such request.', {
    nextAction: 'Read the list again: the request has been removed.',
  })

/** When a waiting request is tried again. Milliseconds. */
export interface Patience {
  firstMs: number
  longestMs: number
  forMs: number
}

/** Doubles up to the longest. */
export const pauseAfter = (tries: number, { firstMs, longestMs }: Patience): number =>
  Math.min(longestMs, firstMs * 2 ** Math.min(tries, 30))
