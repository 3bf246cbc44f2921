import type { ChannelRate, OtaOffer, OtaRate, OtaRoom } from '../channel-manager.ts'
import type { Mapping, RatePlan, Room, RoomMapping } from '../model.ts'
import { roomAspects } from './aspects.ts'
import { comparisonOf } from './evidence.ts'
import { type Judge, roomJudge, scoresOf } from './judge.ts'
import { mapRates } from './map-rates.ts'
import { matchNames } from './match-names.ts'
import { parseRateName, parseRoomName } from './parse-room-name.ts'
import { mappableRates, pairOf } from './rate-lines.ts'
import { remembered, spellingOf } from './spelling.ts'
import model from './weights.json' with { type: 'json' }
import { normalize } from './words/plain-text.ts'

const shipped = roomJudge(model)

export function mapOffer(
  offer: OtaOffer,
  rooms: readonly Room[],
  ratePlans: readonly RatePlan[],
  judge: Judge = shipped,
): Mapping {
  const roomMappings = mapRooms(offer.rooms, rooms, judge)
  const roomOf = new Map(rooms.map(room => [room.id, room]))
  const plansOf = Map.groupBy(ratePlans, plan => plan.roomId)
  // Rooms share rate names.
  const parse = remembered(parseRateName)
  const rateMappings = offer.rooms.flatMap((otaRoom, position) => {
    const room = roomOf.get(roomMappings[position]?.roomId ?? '')
    return mapRates(otaRoom, room, plansOf.get(room?.id ?? '') ?? [], offer.pricingType, parse)
  })
  return { rooms: roomMappings, ratePlans: rateMappings }
}

/** By id, so that the list's order never decides. */
function read<R extends Pick<Room, 'id' | 'name'>>(titles: readonly string[], rooms: readonly R[]) {
  const sorted = rooms.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const names = sorted.map(({ name }) => name)
  const spell = spellingOf(names, titles)
  const factsOf = (name: string) => parseRoomName(name, spell)
  return { sorted, ota: titles.map(factsOf), ours: names.map(factsOf) }
}

function mapRooms(otaRooms: readonly OtaRoom[], rooms: readonly Room[], judge: Judge): RoomMapping[] {
  const titles = otaRooms.map(({ title }) => title)
  const { sorted, ...names } = read(titles, rooms)
  const matches = matchNames({
    ...names,
    aspects: roomAspects,
    judge,
    otaNoun: 'OTA rooms',
    ourNoun: 'rooms of the property',
    obstacle: guestObstacle(otaRooms, sorted),
  })
  return otaRooms.map((otaRoom, at): RoomMapping => {
    const { ours = null, score = 0, reasons = [], needsReview = true } = matches[at] ?? {}
    const room = sorted[ours ?? -1]
    const surplus = room && surplusGuests(otaRoom, room)
    return {
      otaRoomId: otaRoom.id,
      otaRoomName: otaRoom.title,
      roomId: room?.id ?? null,
      score,
      reasons: surplus ? [...reasons, surplus] : reasons,
      needsReview: needsReview || surplus !== undefined,
    }
  })
}

/** Likelihoods, "none" included; an equal name comes first. */
export function rankRooms(
  title: string,
  rooms: readonly Pick<Room, 'id' | 'name'>[],
  judge: Judge = shipped,
): { roomId: string; score: number }[] {
  const { sorted, ...names } = read([title], rooms)
  const [scores = []] = scoresOf(comparisonOf(roomAspects, names.ota, names.ours), judge.weights)
  const odds = sorted.map(
    ({ name }, at) => Math.exp(scores[at] ?? 0) * (normalize(name) === normalize(title) ? sameName : 1),
  )
  const all = odds.reduce((sum, one) => sum + one, 1)
  return sorted
    .map(({ id }, at) => ({ roomId: id, score: (odds[at] ?? 0) / all }))
    .sort((a, b) => b.score - a.score)
}
const sameName = 1e6

function guestObstacle(otaRooms: readonly OtaRoom[], rooms: readonly Room[]) {
  const fewest = otaRooms.map(room => Math.min(...mappableRates(room).map(smallestOccupancy)))
  return (otaAt: number, ourAt: number): string | undefined => {
    const [guests = 0, room] = [fewest[otaAt], rooms[ourAt]]
    if (!room || !Number.isFinite(guests) || guests <= (room.capacity ?? guests)) return undefined
    return `the OTA sells every rate to more guests than "${room.name}" holds`
  }
}

const smallestOccupancy = ({ occupancies, maxPersons }: OtaRate): number =>
  occupancies.length > 0 ? Math.min(...occupancies) : (maxPersons ?? 1)

function surplusGuests(otaRoom: OtaRoom, { capacity }: Room): string | undefined {
  const most = Math.max(0, ...mappableRates(otaRoom).map(rate => rate.maxPersons ?? 0))
  return capacity && most > capacity
    ? `the OTA sells it to up to ${most} guests, ours holds ${capacity}: more are not mapped`
    : undefined
}

export function summarizeMapping({ ratePlans }: Mapping) {
  const pairs = [...Map.groupBy(ratePlans, pairOf).values()]
  return {
    total: pairs.length,
    mapped: pairs.filter(rows => rows.some(row => row.ratePlanId !== null)).length,
    needsReview: pairs.filter(rows => rows.some(row => row.needsReview)).length,
  }
}

export function toChannelRates(
  mapping: Mapping,
  offer: OtaOffer,
  ratePlans: readonly RatePlan[],
): ChannelRate[] {
  const plans = new Map(ratePlans.map(plan => [plan.id, plan]))
  const pricing = new Map(
    offer.rooms.flatMap(({ id: otaRoomId, rates }) =>
      rates.map(({ id: otaRateId, pricing }) => [pairOf({ otaRoomId, otaRateId }), pricing] as const),
    ),
  )
  return mapping.ratePlans.flatMap(({ otaRoomId, otaRateId, ratePlanId, occupancy, primary }) => {
    const channelManagerRatePlanId = plans.get(ratePlanId ?? '')?.channelManagerRatePlanId
    if (!channelManagerRatePlanId || occupancy === null) return []
    const pricingType = pricing.get(pairOf({ otaRoomId, otaRateId })) ?? offer.pricingType
    return [{ channelManagerRatePlanId, otaRoomId, otaRateId, occupancy, pricingType, primary }]
  })
}
