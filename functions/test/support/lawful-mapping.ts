// biome-ignore lint/suspicious/noExplicitAny: channels and hotels are looked at as the sandbox shows them
type Json = any

/** The channel manager's rules that a channel's mapping breaks, one line each; among the hotels is its own. */
export function brokenMappingRules(channel: Json, hotels: readonly Json[]): string[] {
  const hotel = hotels.find(({ hotelId }) => hotelId === channel.settings.hotel_id)
  const rows: Json[] = channel.rate_plans.map(({ settings }: Json) => settings)
  const pairs = Map.groupBy(rows, row => `${row.room_type_code}/${row.rate_plan_code}`)
  return [
    ...(rows.length === 0 ? ['nothing is mapped'] : []),
    ...rows.flatMap(row => rowProblems(hotel, row)),
    ...[...pairs].flatMap(([pair, members]) => pairProblems(hotel, pair, members)),
  ]
}

function rowProblems(hotel: Json, row: Json): string[] {
  const { room_type_code, rate_plan_code, occupancy, pricing_type, readonly } = row
  const at = `${room_type_code}/${rate_plan_code}`
  const room = hotel?.rooms.find(({ id }: Json) => id === room_type_code)
  const rate = room?.rates.find(({ id }: Json) => id === rate_plan_code)
  const isWhole = [room_type_code, rate_plan_code, occupancy].every(Number.isInteger)
  return [
    ...(isWhole ? [] : [`${at} holds what is no whole number`]),
    ...(rate ? [] : [`${at} is no rate of that room`]),
    ...(rate && (rate.readonly || rate.parentRateId !== null) ? [`${at} is read-only or derived`] : []),
    ...(rate && occupancy > (rate.maxPersons ?? Number.POSITIVE_INFINITY)
      ? [`${at} is sold to too many`]
      : []),
    ...(pricing_type === hotel?.pricingType && readonly === false ? [] : [`${at} is priced otherwise`]),
  ]
}

function pairProblems(hotel: Json, pair: string, rows: readonly Json[]): string[] {
  const primaries = rows.filter(row => row.primary_occ).length
  const occupancies = new Set(rows.map(row => row.occupancy)).size
  const allowed = hotel?.pricingType === 'Standard' ? 1 : occupancies
  return [
    ...(primaries === 1 ? [] : [`${pair} has ${primaries} primary rows`]),
    ...(rows.length === allowed ? [] : [`${pair} is mapped more than once`]),
  ]
}
