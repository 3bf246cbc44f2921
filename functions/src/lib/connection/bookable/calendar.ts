/** What a rate plan sells on one day, as the channel manager has it. */
export interface PlanDay {
  /** Units left. */
  availability: number
  /** Of one night, in the plan's currency; null without one. */
  rate: number | null
  stopSell: boolean
  closedToArrival: boolean
  closedToDeparture: boolean
  /** Nights that a stay must have which arrives on the day, or goes through it; 0 is no rule. */
  minStayArrival: number
  minStayThrough: number
  /** Nights that a stay may have which arrives on the day; 0 is no rule. */
  maxStay: number
}

/** By the channel manager's id of a rate plan, then by day, `YYYY-MM-DD`. Days that it does not tell are absent. */
export type Calendar = ReadonlyMap<string, ReadonlyMap<string, PlanDay>>

/** A rate plan from today on, a night each; undefined where the channel manager tells nothing. */
export type PlanNights = readonly (PlanDay | undefined)[]

/** Reasons by which the settings of the property close nights. They move with the days, so nobody confirms them as closed. */
export const ruleReasons = ['cut-off', 'too-far-ahead'] as const

/** What a closure to the end of the calendar ends with: nights that are told later belong to it. */
export const openEnd = '9999-12-31'
