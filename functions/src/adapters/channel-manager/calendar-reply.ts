import * as z from 'zod'
import type { Calendar, PlanDay } from '../../lib/connection/bookable/calendar.ts'
import { dataOf } from './client.ts'

/** What is read of a day. */
export const restrictions = [
  'availability',
  'rate',
  'stop_sell',
  'closed_to_arrival',
  'closed_to_departure',
  'min_stay_arrival',
  'min_stay_through',
  'max_stay',
] as const

const amount = z.union([z.number(), z.string().trim().min(1).pipe(z.coerce.number())])
const flag = z.boolean().nullish()
const nights = amount.pipe(z.number().nonnegative()).nullish()

/** Money is a text, and other numbers may be. A day of which something cannot be read says nothing. */
const planDay = z
  .object({
    ...{ availability: amount, rate: amount.nullish(), stop_sell: flag },
    ...{ closed_to_arrival: flag, closed_to_departure: flag },
    ...{ min_stay_arrival: nights, min_stay_through: nights, max_stay: nights },
  })
  .transform(
    (day): PlanDay => ({
      ...{ availability: day.availability, rate: day.rate ?? null, stopSell: day.stop_sell ?? false },
      closedToArrival: day.closed_to_arrival ?? false,
      closedToDeparture: day.closed_to_departure ?? false,
      minStayArrival: day.min_stay_arrival ?? 0,
      minStayThrough: day.min_stay_through ?? 0,
      maxStay: day.max_stay ?? 0,
    }),
  )

const planDays = z
  .record(z.string(), z.unknown())
  .catch({})
  .transform(
    days =>
      new Map(
        Object.entries(days).flatMap(([date, told]) => {
          const { data } = planDay.safeParse(told)
          return data ? [[date, data]] : []
        }),
      ),
  )

/** By rate plan and day. */
export const calendarReply = dataOf(z.record(z.string(), planDays)).transform(
  (plans): Calendar => new Map(Object.entries(plans)),
)
