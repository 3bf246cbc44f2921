import { laterDay } from '../../days.ts'
import type { Mapping, RatePlan } from '../model.ts'

/** A rate plan on one night, as the channel manager has it. */
export interface PlanNight {
  /** Units left. */
  availability: number
  /** In the plan's currency; null without one. */
  rate: number | null
  stopSell: boolean
}

/** By the channel manager's id of a rate plan, then by day, `YYYY-MM-DD`. Missing and unreadable nights are absent. */
export type Calendar = ReadonlyMap<string, ReadonlyMap<string, PlanNight>>

/** Nights, today's included, of which a connected channel has to sell at least one. */
export const nightsAhead = 30

interface Offered {
  mapping: Pick<Mapping, 'ratePlans'>
  ratePlans: readonly RatePlan[]
  calendar: Calendar
  /** The first night. */
  from: string
}

/**
 * Whether a channel sells any room on any of the next nights. A night that the answer lacks might be for sale, so "no"
 * needs the whole answer, while one night for sale is enough for "yes"; undefined means that neither is proven. Only the
 * primary line of a rate carries availability and restrictions. Pure.
 */
export function isSellable({ mapping, ratePlans, calendar, from }: Offered): boolean | undefined {
  const ids = new Map(ratePlans.map(plan => [plan.id, plan.channelManagerRatePlanId]))
  const mapped = mapping.ratePlans.filter(line => line.primary && line.ratePlanId !== null)
  const days = Array.from({ length: nightsAhead }, (_, later) => laterDay(from, later))
  const nights = mapped.flatMap(({ ratePlanId }) => {
    const plan = calendar.get(ids.get(ratePlanId ?? '') ?? '')
    return days.map(day => plan?.get(day))
  })
  if (nights.some(isForSale)) return true
  return nights.length === 0 || nights.includes(undefined) ? undefined : false
}

const isForSale = (night: PlanNight | undefined): boolean =>
  night !== undefined && night.availability > 0 && !night.stopSell && night.rate !== null && night.rate > 0
