import type { ChannelRate, OtaOffer } from '../channel-manager.ts'
import type { Mapping, RatePlan, Room } from '../model.ts'
import { mapRates } from './map-rates.ts'
import { mapRooms } from './map-rooms.ts'
import { parseRateName } from './parse-room-name.ts'
import { remembered } from './remembered.ts'

export interface MappingSummary {
  /** Room and rate pairs of the OTA with a rate plan of ours. A pair with several occupancies counts once. */
  mapped: number
  /** Pairs that can be mapped: neither read-only nor derived. */
  total: number
  /** Pairs to look at. */
  needsReview: number
}

/** The first, automatic mapping of what the OTA offers to what the property has. Pure. */
export function mapOffer(offer: OtaOffer, rooms: readonly Room[], ratePlans: readonly RatePlan[]): Mapping {
  const roomMappings = mapRooms(offer.rooms, rooms)
  const roomOf = new Map(rooms.map(room => [room.id, room]))
  const plansOf = Map.groupBy(
    ratePlans.filter(plan => plan.channelManagerRatePlanId),
    plan => plan.roomId,
  )
  // The rooms of a hotel share their rates' names.
  const parse = remembered(parseRateName)
  const rateMappings = offer.rooms.flatMap((otaRoom, position) => {
    const room = roomOf.get(roomMappings[position]?.roomId ?? '')
    return mapRates(otaRoom, room, plansOf.get(room?.id ?? '') ?? [], offer.pricingType, parse)
  })
  return { rooms: roomMappings, ratePlans: rateMappings }
}

export function summarizeMapping(mapping: Mapping): MappingSummary {
  const pairs = [...Map.groupBy(mapping.ratePlans, row => `${row.otaRoomId}/${row.otaRateId}`).values()]
  return {
    total: pairs.length,
    mapped: pairs.filter(rows => rows.some(row => row.ratePlanId !== null)).length,
    needsReview: pairs.filter(rows => rows.some(row => row.needsReview)).length,
  }
}

/** The mapped rows, as the channel manager takes them. */
export function toChannelRates(
  mapping: Mapping,
  offer: OtaOffer,
  ratePlans: readonly RatePlan[],
): ChannelRate[] {
  const plans = new Map(ratePlans.map(plan => [plan.id, plan]))
  const pricing = new Map(
    offer.rooms.flatMap(room => room.rates.map(rate => [`${room.id}/${rate.id}`, rate.pricing] as const)),
  )
  return mapping.ratePlans.flatMap(row => {
    const channelManagerRatePlanId = plans.get(row.ratePlanId ?? '')?.channelManagerRatePlanId
    if (!channelManagerRatePlanId || row.occupancy === null) return []
    return [
      {
        channelManagerRatePlanId,
        otaRoomId: row.otaRoomId,
        otaRateId: row.otaRateId,
        occupancy: row.occupancy,
        pricingType: pricing.get(`${row.otaRoomId}/${row.otaRateId}`) ?? offer.pricingType,
        primary: row.primary,
      },
    ]
  })
}
