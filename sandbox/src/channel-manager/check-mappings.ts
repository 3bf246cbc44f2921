/** The rules a channel's mapping must follow; each broken one is a line in `details.rate_plans`. */

import type { ChannelMapping, Hotel, HotelRate, ManagedProperty } from './model.ts'

const findRate = (hotel: Hotel, mapping: ChannelMapping): HotelRate | undefined =>
  hotel.rooms
    .find(room => room.id === mapping.roomTypeCode)
    ?.rates.find(rate => rate.id === mapping.ratePlanCode)

function rateProblems(hotel: Hotel, rate: HotelRate, mapping: ChannelMapping): string[] {
  const at = `${mapping.roomTypeCode}/${mapping.ratePlanCode}`
  const problems: string[] = []
  if (rate.readonly) problems.push(`${at} is read only`)
  if (rate.parentRateId !== null) problems.push(`${at} is derived`)
  if (mapping.readonly !== rate.readonly) problems.push(`${at} readonly is invalid`)
  if (mapping.pricingType !== hotel.pricingType) problems.push(`${at} pricing_type is invalid`)
  if (rate.maxPersons !== null && mapping.occupancy > rate.maxPersons) {
    problems.push(`${at} occupancy ${mapping.occupancy} is above max_persons ${rate.maxPersons}`)
  }
  return problems
}

function rowProblems(hotel: Hotel, ratePlanIds: ReadonlySet<string>, mapping: ChannelMapping): string[] {
  const own = ratePlanIds.has(mapping.ratePlanId) ? [] : [`rate plan ${mapping.ratePlanId} does not exist`]
  const rate = findRate(hotel, mapping)
  if (!rate) return [...own, `${mapping.roomTypeCode}/${mapping.ratePlanCode} does not exist`]
  return [...own, ...rateProblems(hotel, rate, mapping)]
}

/** Exactly one primary row per pair; one row per pair (Standard) or per occupancy (OBP). */
function pairProblems(hotel: Hotel, pair: string, rows: readonly ChannelMapping[]): string[] {
  const problems: string[] = []
  const primaries = rows.filter(row => row.primary).length
  if (primaries !== 1) problems.push(`${pair} needs exactly one primary_occ, has ${primaries}`)
  const allowed = hotel.pricingType === 'OBP' ? new Set(rows.map(row => row.occupancy)).size : 1
  if (rows.length > allowed) problems.push(`${pair} is mapped more than once`)
  return problems
}

export function mappingProblems(
  hotel: Hotel,
  properties: readonly ManagedProperty[],
  mappings: readonly ChannelMapping[],
): readonly string[] {
  const ratePlanIds = new Set(
    properties.flatMap(property => property.roomTypes.flatMap(room => room.ratePlans.map(plan => plan.id))),
  )
  const pairs = Map.groupBy(mappings, mapping => `${mapping.roomTypeCode}/${mapping.ratePlanCode}`)
  return [
    ...mappings.flatMap(mapping => rowProblems(hotel, ratePlanIds, mapping)),
    ...[...pairs].flatMap(([pair, rows]) => pairProblems(hotel, pair, rows)),
  ]
}
