import type { ChannelRate, OtaOffer, OtaRate, OtaRoom } from '../channel-manager.ts'
import type { Mapping, RatePlan, Room, RoomMapping } from '../model.ts'
import { roomAspects } from './aspects.ts'
import { comparisonOf } from './evidence.ts'
import { type Judge, roomJudge, scoresOf } from './judge.ts'
import { mapRates } from './map-rates.ts'
import { matchNames } from './match-names.ts'
import { normalize } from './normalize.ts'
import { parseRateName, parseRoomName } from './parse-room-name.ts'
import { mappableRates } from './rate-lines.ts'
import { spellingOf } from './spelling.ts'
import { model } from './weights.ts'

export interface MappingSummary {
  /** Room and rate pairs of the OTA with a rate plan of ours. A pair with several occupancies counts once. */
  mapped: number
  /** Pairs that can be mapped: neither read-only nor derived. */
  total: number
  /** Pairs to look at. */
  needsReview: number
}

const shipped = roomJudge(model)

/** The first, automatic mapping of what the OTA offers to what the property has. Pure. */
export function mapOffer(
  offer: OtaOffer,
  rooms: readonly Room[],
  ratePlans: readonly RatePlan[],
  judge: Judge = shipped,
): Mapping {
  const roomMappings = mapRooms(offer.rooms, rooms, judge)
  const roomOf = new Map(rooms.map(room => [room.id, room]))
  const plansOf = Map.groupBy(ratePlans, plan => plan.roomId)
  // The rooms of a hotel share their rates' names.
  const parse = remembered(parseRateName)
  const rateMappings = offer.rooms.flatMap((otaRoom, position) => {
    const room = roomOf.get(roomMappings[position]?.roomId ?? '')
    return mapRates(otaRoom, room, plansOf.get(room?.id ?? '') ?? [], offer.pricingType, parse)
  })
  return { rooms: roomMappings, ratePlans: rateMappings }
}

/** A function of a text that works each text out once. */
export function remembered<T>(compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return text => {
    const value = known.get(text) ?? compute(text)
    known.set(text, value)
    return value
  }
}

/** Pairs the OTA's rooms with ours, each at most once, by what their names say; a room must hold the guests. */
function mapRooms(otaRooms: readonly OtaRoom[], rooms: readonly Room[], judge: Judge): RoomMapping[] {
  // Where two assignments are equally good, the order must not decide.
  const sorted = rooms.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const spell = spellingOf(
    rooms.map(({ name }) => name),
    otaRooms.map(({ title }) => title),
  )
  const matches = matchNames({
    aspects: roomAspects,
    judge,
    ota: otaRooms.map(({ title }) => ({ name: title, facts: parseRoomName(title, spell) })),
    ours: sorted.map(({ name }) => ({ name, facts: parseRoomName(name, spell) })),
    otaNoun: 'OTA rooms',
    ourNoun: 'rooms of the property',
    obstacle: guestObstacle(otaRooms, sorted),
  })
  return otaRooms.map((otaRoom, at): RoomMapping => {
    const { ours = null, score = 0, reasons = [], needsReview = true } = matches[at] ?? {}
    const room = ours === null ? undefined : sorted[ours]
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

/**
 * All rooms by how well their names fit a title, the best first: the likelihood that it is this one, none of them
 * being one more possibility. The same name comes first.
 */
export function rankRooms(
  title: string,
  rooms: readonly Pick<Room, 'id' | 'name'>[],
  judge: Judge = shipped,
): { roomId: string; score: number }[] {
  const sorted = rooms.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const spell = spellingOf(
    sorted.map(({ name }) => name),
    [title],
  )
  const own = sorted.map(({ name }) => parseRoomName(name, spell))
  const [scores = []] = scoresOf(comparisonOf(roomAspects, [parseRoomName(title, spell)], own), judge.weights)
  const isSame = sorted.map(({ name }) => normalize(name) === normalize(title))
  const odds = scores.map((score, at) => Math.exp(score) * (isSame[at] ? sameName : 1))
  const all = odds.reduce((sum, one) => sum + one, 1)
  return sorted
    .map(({ id }, at) => ({ roomId: id, score: (odds[at] ?? 0) / all }))
    .sort((a, b) => b.score - a.score)
}
const sameName = 1e6

/** No mappable rate fits into the room. */
function guestObstacle(otaRooms: readonly OtaRoom[], rooms: readonly Room[]) {
  const fewest = otaRooms.map(room => Math.min(...mappableRates(room).map(smallestOccupancy)))
  return (otaAt: number, ourAt: number): string | undefined => {
    const [guests = 0, room] = [fewest[otaAt], rooms[ourAt]]
    if (!room || !Number.isFinite(guests) || guests <= (room.capacity ?? guests)) return undefined
    return `the OTA sells every rate to more guests than "${room.name}" holds`
  }
}

const smallestOccupancy = (rate: OtaRate): number =>
  rate.occupancies.length > 0 ? Math.min(...rate.occupancies) : (rate.maxPersons ?? 1)

/** Some rates are for more guests than the room holds: they are cut, which a person should know. */
function surplusGuests(otaRoom: OtaRoom, { capacity }: Room): string | undefined {
  const most = Math.max(0, ...mappableRates(otaRoom).map(rate => rate.maxPersons ?? 0))
  return capacity && most > capacity
    ? `the OTA sells it to up to ${most} guests, ours holds ${capacity}: more are not mapped`
    : undefined
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
