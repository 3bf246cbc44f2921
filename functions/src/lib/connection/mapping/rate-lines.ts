import type { ChannelRate, OtaRate, OtaRoom, PricingType } from '../channel-manager.ts'

export const pairOf = ({ otaRoomId, otaRateId }: Pick<ChannelRate, 'otaRoomId' | 'otaRateId'>): string =>
  JSON.stringify([otaRoomId, otaRateId])

export const rateKeyOf = ({ otaRoomId, otaRateId, occupancy }: ChannelRate): string =>
  JSON.stringify([otaRoomId, otaRateId, occupancy])

/** The OTA sets the prices of the others. */
export const mappableRates = (room: OtaRoom): OtaRate[] =>
  room.rates.filter(rate => !rate.readonly && !rate.derived)

export const roomNotMapped = 'the room is not mapped'

/** OBP: the OTA's occupancies; else our plan's. Never more guests than rate and room hold. */
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

/** Never takes a larger party's price. */
export function planFor<P extends { occupancy: number }>(
  plans: readonly P[],
  occupancy: number,
): P | 'ambiguous' | undefined {
  const [exact, ...rivals] = plans.filter(plan => plan.occupancy === occupancy)
  return rivals.length > 0 ? 'ambiguous' : exact
}
