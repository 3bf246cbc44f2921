import { laterDay } from '../../days.ts'
import type { Calendar, ChannelRate, PlanNight } from '../channel-manager.ts'
import { pairOf } from '../mapping/rate-lines.ts'
import type { RateMapping } from '../model.ts'

/** Includes tonight. */
export const nightsAhead = 30

export interface NextNights {
  from: string
  calendar: Calendar
}

interface ChannelLines {
  mapping: { ratePlans: readonly Pick<RateMapping, 'otaRoomId' | 'otaRateId' | 'primary' | 'ratePlanId'>[] }
  /** At the channel manager. */
  rates: readonly Pick<ChannelRate, 'otaRoomId' | 'otaRateId' | 'primary' | 'channelManagerRatePlanId'>[]
}

/** Undefined: not proven; false needs all lines and nights, as a missing one might be for sale. */
export function isSellable(
  { mapping, rates }: ChannelLines,
  { from, calendar }: NextNights,
): boolean | undefined {
  const sold = new Map(rates.filter(({ primary }) => primary).map(rate => [pairOf(rate), rate]))
  const days = Array.from({ length: nightsAhead }, (_, later) => laterDay(from, later))
  const nights = [...sold.values()].flatMap(({ channelManagerRatePlanId: plan }) =>
    days.map(day => calendar.get(plan)?.get(day)),
  )
  if (nights.some(isForSale)) return true
  const mapped = mapping.ratePlans.filter(({ primary, ratePlanId }) => primary && ratePlanId !== null)
  const isWhole = mapped.every(line => sold.has(pairOf(line))) && !nights.includes(undefined)
  return isWhole && nights.length > 0 ? false : undefined
}

const isForSale = (night: PlanNight | undefined): boolean =>
  night !== undefined && night.availability > 0 && !night.stopSell && night.rate !== null && night.rate > 0
