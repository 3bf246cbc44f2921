import * as z from 'zod'

/** By which a property at the channel manager closes nights without anyone sending it: it shows nothing available there. */
export const closingRules = z.object({
  /** From then on, `HH:MM`, by the property's clock as far as we know, today and so many days after it are closed. */
  cutOff: z.object({ time: z.string(), days: z.number().int() }).optional(),
  /** So many days ahead may be booked. */
  daysAhead: z.number().int().optional(),
})
export type ClosingRules = z.infer<typeof closingRules>

/** Nights by position that such rules may have closed: the first ones, and those from the last that may be booked on. */
export interface RuleNights {
  before: number
  from: number
  /** Of the cut-off, whatever the time of day. */
  cutOffDays: number
}

/**
 * What the rules may have closed by that time of the property's day, `HH:MM`. Whether today counts as one of the days is
 * not said, and before the time of day the cut-off of yesterday may stand. Pure.
 */
export const ruleNights = ({ cutOff, daysAhead = Infinity }: ClosingRules, time: string): RuleNights => ({
  before: cutOff ? cutOff.days + (time >= cutOff.time ? 1 : 0) : 0,
  from: daysAhead,
  cutOffDays: cutOff?.days ?? 0,
})
