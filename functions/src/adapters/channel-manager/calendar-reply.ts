import * as z from 'zod'
import type { Calendar, PlanDay } from '../../lib/connection/bookable/calendar.ts'
import type { ClosingRules } from '../../lib/connection/bookable/closing-rules.ts'
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

const days = z.number().int().nonnegative().nullish().catch(null)
const timeOfDay = z
  .string()
  .regex(/^\d\d:\d\d/)
  .transform(time => time.slice(0, 5))
  .nullish()
  .catch(null)
const midnight = '00:00'

/** `cut_off_time` at midnight with no `cut_off_days` is none. */
export const closingRulesReply = dataOf(
  z.object({
    attributes: z.object({
      settings: z
        .object({ cut_off_time: timeOfDay, cut_off_days: days, max_day_advance: days })
        .nullish()
        .catch(null),
    }),
  }),
).transform(({ attributes: { settings } }): ClosingRules => {
  const [time, ofCutOff] = [settings?.cut_off_time, settings?.cut_off_days ?? 0]
  return {
    ...(time && (time !== midnight || ofCutOff > 0) && { cutOff: { time, days: ofCutOff } }),
    ...(settings?.max_day_advance && { daysAhead: settings.max_day_advance }),
  }
})
