import * as z from 'zod'
import type { Calendar, PlanNight } from '../../lib/connection/channel-manager.ts'
import { dataOf } from './client.ts'

export const restrictions = ['availability', 'rate', 'stop_sell'] as const

/** Money is a text, and other numbers may be. */
const amount = z.union([z.number(), z.string().trim().min(1).pipe(z.coerce.number())])

/** A night without a rate has no price, one without a stop-sell has none. */
const planNight = z
  .object({ availability: amount, rate: amount.nullish(), stop_sell: z.boolean().nullish() })
  .transform(
    ({ availability, rate = null, stop_sell }): PlanNight => ({
      availability,
      rate,
      stopSell: stop_sell === true,
    }),
  )

const planNights = z
  .record(z.string(), planNight.optional().catch(undefined))
  .catch({})
  .transform(
    nights => new Map(Object.entries(nights).flatMap(([day, night]) => (night ? [[day, night]] : []))),
  )

/** By rate plan and day. */
export const calendarReply = dataOf(z.record(z.string(), planNights)).transform(
  (plans): Calendar => new Map(Object.entries(plans)),
)
