import * as z from 'zod'
import { closingRules } from './closing-rules.ts'

const day = z.iso.date()

/** Nights that somebody confirmed to be closed on purpose. */
export const closure = z.object({
  roomId: z.string(),
  from: day,
  /** The day after the last closed night. */
  to: day,
  by: z.string(),
  at: z.date(),
})
export type Closure = z.infer<typeof closure>

const stay = z.object({ arrival: day, departure: day })

/** Whose calendar it is, and how far it goes. */
const place = z.object({
  channelManagerPropertyId: z.string(),
  timeZone: z.string().optional(),
  nights: z.number().int().positive(),
  /** As they were when a night that nobody can book was last to be explained; absent before, and if refused. */
  rules: closingRules.optional(),
})
export type Place = z.infer<typeof place>

/** What could be booked by a channel when it was last looked at. */
export const storedBookable = z.object({
  at: z.date(),
  place,
  /** The first night, by the property's clock. */
  from: day,
  /** What it was judged by, as a hash. */
  seen: z.string(),
  rooms: z.array(
    z.object({
      roomId: z.string(),
      /** `30b3s`: thirty nights that can be booked, then three that are sold. */
      nights: z.string(),
      earliest: stay.optional(),
      /** The first nights of those spans in which money is lost, by position. */
      losses: z.array(z.number().int()),
    }),
  ),
  /** Spans of nights where money is lost. */
  alarms: z.number().int(),
})
export type Bookable = z.infer<typeof storedBookable>
