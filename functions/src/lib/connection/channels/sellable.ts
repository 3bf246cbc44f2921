import { laterDay } from '../../days.ts'
import type { Calendar, ChannelRate, PlanNight } from '../channel-manager.ts'
import { pairOf } from '../mapping/rate-lines.ts'
import type { RateMapping } from '../model.ts'

/** Nights, today's included, of which a connected channel has to sell at least one. */
export const nightsAhead = 30

/** The next nights of a property; `from`: the first of them. */
export interface NextNights {
  from: string
  calendar: Calendar
}

interface ChannelLines {
  mapping: { ratePlans: readonly Pick<RateMapping, 'otaRoomId' | 'otaRateId' | 'primary' | 'ratePlanId'>[] }
  /** The lines that the channel has at the channel manager. */
  rates: readonly Pick<ChannelRate, 'otaRoomId' | 'otaRateId' | 'primary' | 'channelManagerRatePlanId'>[]
}

/**
 * Whether a channel sells any room on any of the next nights. A room or night that an answer lacks might be for sale, so
 * "no" needs all lines of our mapping with all nights, while one night for sale is enough for "yes"; undefined means that
 * neither is proven. Only the primary line of a rate carries availability and restrictions. Pure.
 */
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
