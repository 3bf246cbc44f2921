import type { ChannelDraft, ChannelRate } from '../../lib/connection/channel-manager.ts'
import { otas } from '../../lib/connection/otas.ts'
import { ProviderError } from '../../lib/errors.ts'
import { provider } from './client.ts'

/** A draft as `POST /channels` and `PUT /channels/:id` take it. */
export function channelBody(draft: ChannelDraft) {
  requireOnePrimary(draft.rates)
  return {
    channel: {
      channel: otas[draft.ota].adapterCode,
      group_id: draft.groupId,
      title: draft.title,
      properties: [draft.channelManagerPropertyId],
      settings: hotelSettings(draft.hotelId),
      rate_plans: draft.rates.map(ratePlan),
    },
  }
}

/** The hotel id stays a string: a number is refused. */
export const hotelSettings = (hotelId: string) => ({ hotel_id: hotelId })

const ratePlan = (rate: ChannelRate) => ({
  rate_plan_id: rate.channelManagerRatePlanId,
  settings: {
    room_type_code: rate.otaRoomId,
    rate_plan_code: rate.otaRateId,
    occupancy: rate.occupancy,
    pricing_type: rate.pricingType,
    primary_occ: rate.primary,
    // Read-only rates are never mapped.
    readonly: false,
  },
})

/** Checked here because the channel manager takes a wrong number of primaries and then loses availability. */
function requireOnePrimary(rates: ChannelRate[]): void {
  const pairs = Map.groupBy(rates, rate => `${rate.otaRoomId}/${rate.otaRateId}`)
  for (const [pair, lines] of pairs) {
    const primaries = lines.filter(line => line.primary).length
    if (primaries === 1) continue
    throw new ProviderError(
      provider,
      'permanent',
      `room and rate ${pair} need one primary line, not ${primaries}`,
    )
  }
}
