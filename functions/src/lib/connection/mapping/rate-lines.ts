import type { ChannelRate, OtaRate, OtaRoom, PricingType } from '../channel-manager.ts'

/** Names a room and rate of the OTA. */
export const pairOf = ({ otaRoomId, otaRateId }: Pick<ChannelRate, 'otaRoomId' | 'otaRateId'>): string =>
  JSON.stringify([otaRoomId, otaRateId])

/** Names a room, rate and number of guests of the OTA. */
export const rateKeyOf = ({ otaRoomId, otaRateId, occupancy }: ChannelRate): string =>
  JSON.stringify([otaRoomId, otaRateId, occupancy])

/** Only these can be mapped: the prices of the others are not ours to set. */
export const mappableRates = (room: OtaRoom): OtaRate[] =>
  room.rates.filter(rate => !rate.readonly && !rate.derived)

/** Why a rate has no plan. */
export const roomNotMapped = 'the room is not mapped'

/**
 * The guests each line of a rate is for: what the OTA sells for OBP, else what our plan is for; never above what rate
 * and room hold.
 */
export function occupanciesOf(
  rate: OtaRate,
  room: { capacity?: number | null | undefined } | undefined,
  plans: readonly { occupancy: number }[],
  pricingType: PricingType,
): number[] {
  const most = Math.min(rate.maxPersons ?? Infinity, room?.capacity ?? Infinity)
  if (pricingType === 'OBP' && rate.occupancies.length > 0) {
    return [...new Set(rate.occupancies)].filter(occupancy => occupancy <= most).sort((a, b) => a - b)
  }
  const fitting = plans.map(plan => plan.occupancy).filter(occupancy => occupancy <= most)
  return fitting.length > 0 ? [Math.max(...fitting)] : []
}

/**
 * The plan for exactly that many guests among those of one name: the price of a larger party is nobody's to take.
 * `ambiguous` where several are for as many, `undefined` where there is none.
 */
export function planFor<P extends { occupancy: number }>(
  plans: readonly P[],
  occupancy: number,
): P | 'ambiguous' | undefined {
  const [exact, ...rivals] = plans.filter(plan => plan.occupancy === occupancy)
  return rivals.length > 0 ? 'ambiguous' : exact
}
