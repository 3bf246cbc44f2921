import type { FieldError } from '../../errors.ts'
import type { OtaOffer, OtaRate, OtaRoom } from '../channel-manager.ts'
import { pairOf } from '../mapping/rate-lines.ts'
import type { RatePlan, Room } from '../model.ts'
import type { OtaId } from '../ota-id.ts'
import type { MappingRows, RateRow, RoomRow } from './compose-mapping.ts'

export interface Ground {
  offer: OtaOffer
  rooms: readonly Room[]
  ratePlans: readonly RatePlan[]
}

type Problem = [field: string, message: string]

/** One error per bad row. */
export function mappingErrors(rows: MappingRows, ground: Ground): FieldError[] {
  const errors = rowErrors(rows, ground)
  if (errors.length > 0 || rows.ratePlans.some(isMapped)) return errors
  return [
    { path: 'ratePlans', message: 'Nothing is mapped: map at least one rate of the OTA to a rate plan.' },
  ]
}

/** For rows that need not be a whole mapping. */
export function rowErrors(rows: MappingRows, ground: Ground): FieldError[] {
  const look = lookUp(rows, ground)
  return [
    ...rows.rooms.flatMap((row, at) => entry(`rooms.${at}`, roomProblem(row, at, rows, look))),
    ...rows.ratePlans.flatMap((row, at) => entry(`ratePlans.${at}`, rateProblem(row, at, rows, look))),
  ]
}

const entry = (row: string, problem: Problem | undefined): FieldError[] =>
  problem ? [{ path: `${row}.${problem[0]}`, message: problem[1] }] : []

const isMapped = ({ ratePlanId }: RateRow): boolean => ratePlanId !== null

interface LookUp {
  pricingType: OtaOffer['pricingType']
  otaRooms: ReadonlyMap<OtaId, OtaRoom>
  rooms: ReadonlyMap<string, Room>
  plans: ReadonlyMap<string, RatePlan>
  roomOf: ReadonlyMap<OtaId, string | null>
  pairs: ReadonlyMap<string, number[]>
}

function lookUp({ rooms, ratePlans }: MappingRows, ground: Ground): LookUp {
  const pairs = new Map<string, number[]>()
  for (const [at, row] of ratePlans.entries()) {
    if (isMapped(row)) pairs.set(pairOf(row), [...(pairs.get(pairOf(row)) ?? []), at])
  }
  return {
    pricingType: ground.offer.pricingType,
    otaRooms: new Map(ground.offer.rooms.map(room => [room.id, room])),
    rooms: new Map(ground.rooms.map(room => [room.id, room])),
    plans: new Map(ground.ratePlans.map(plan => [plan.id, plan])),
    roomOf: new Map(rooms.map(({ otaRoomId, roomId }) => [otaRoomId, roomId])),
    pairs,
  }
}

function roomProblem(row: RoomRow, at: number, { rooms }: MappingRows, look: LookUp): Problem | undefined {
  if (rooms.findIndex(({ otaRoomId }) => otaRoomId === row.otaRoomId) < at)
    return ['otaRoomId', `The OTA's room ${row.otaRoomId} stands here twice.`]
  // An unmapped row may name a room that the OTA removed.
  if (row.roomId === null) return undefined
  if (!look.otaRooms.has(row.otaRoomId)) return ['otaRoomId', notOffered(row.otaRoomId)]
  return look.rooms.has(row.roomId) ? undefined : ['roomId', 'The property has no such room.']
}

function rateProblem(
  row: RateRow,
  at: number,
  { ratePlans }: MappingRows,
  look: LookUp,
): Problem | undefined {
  const plan = look.plans.get(row.ratePlanId ?? '')
  if (row.ratePlanId === null) return undefined
  const otaRoom = look.otaRooms.get(row.otaRoomId)
  if (!otaRoom) return ['otaRoomId', notOffered(row.otaRoomId)]
  const rate = otaRoom.rates.find(({ id }) => id === row.otaRateId)
  if (!rate) return ['otaRateId', `The room "${otaRoom.title}" is not offered at a rate ${row.otaRateId}.`]
  if (!plan) return ['ratePlanId', 'The property has no such rate plan.']
  return (
    closedRate(rate) ??
    planProblem(plan, otaRoom, look) ??
    occupancyProblem(row, rate, otaRoom, look) ??
    pairProblem(row, at, ratePlans, rate, look)
  )
}

function closedRate({ title, readonly, derived }: OtaRate): Problem | undefined {
  if (readonly) return ['otaRateId', `The rate "${title}" is read-only: its prices are not ours to set.`]
  if (derived) return ['otaRateId', `The rate "${title}" follows another rate: map that one.`]
  return undefined
}

function planProblem(plan: RatePlan, otaRoom: OtaRoom, { roomOf, rooms }: LookUp): Problem | undefined {
  const room = rooms.get(roomOf.get(otaRoom.id) ?? '')
  if (!room)
    return ['otaRoomId', `"${otaRoom.title}" is mapped to no room of the property, so its rates cannot be.`]
  if (plan.roomId !== room.id) {
    const owner = rooms.get(plan.roomId)
    const whose = owner ? `to the room "${owner.name}"` : 'to another room'
    const message = `The rate plan "${plan.name}" belongs ${whose}, and "${otaRoom.title}" is mapped to "${room.name}".`
    return ['ratePlanId', message]
  }
  if (plan.channelManagerRatePlanId) return undefined
  return ['ratePlanId', `The channel manager does not know the rate plan "${plan.name}".`]
}

function occupancyProblem(
  { occupancy }: RateRow,
  rate: OtaRate,
  otaRoom: OtaRoom,
  { pricingType, rooms, roomOf }: LookUp,
): Problem | undefined {
  if (occupancy === null) return ['occupancy', 'A rate that is mapped needs the number of guests it is for.']
  if (rate.maxPersons !== null && occupancy > rate.maxPersons)
    return [
      'occupancy',
      `The rate "${rate.title}" is for ${rate.maxPersons} guests at most, not ${occupancy}.`,
    ]
  const room = rooms.get(roomOf.get(otaRoom.id) ?? '')
  if (room?.capacity && occupancy > room.capacity)
    return ['occupancy', `The room "${room.name}" holds ${room.capacity} guests, not ${occupancy}.`]
  const isSold = rate.occupancies.length === 0 || rate.occupancies.includes(occupancy)
  if (pricingType !== 'OBP' || isSold) return undefined
  return [
    'occupancy',
    `The rate "${rate.title}" is not sold for ${occupancy} guests, only for ${rate.occupancies.join(', ')}.`,
  ]
}

function pairProblem(
  row: RateRow,
  at: number,
  ratePlans: readonly RateRow[],
  { title }: OtaRate,
  { pairs, pricingType }: LookUp,
): Problem | undefined {
  const places = pairs.get(pairOf(row)) ?? []
  const earlier = places.filter(place => place < at).flatMap(place => ratePlans[place] ?? [])
  if (earlier.some(({ occupancy }) => occupancy === row.occupancy))
    return ['occupancy', `The rate "${title}" is mapped for ${row.occupancy} guests twice.`]
  if (pricingType === 'Standard' && earlier.length > 0)
    return ['otaRateId', `The rate "${title}" has one price for the room, so it is mapped once.`]
  if (row.primary && earlier.some(({ primary }) => primary))
    return ['primary', `The rate "${title}" has a primary row already: exactly one carries availability.`]
  const hasPrimary = places.some(place => ratePlans[place]?.primary)
  if (earlier.length === 0 && !hasPrimary)
    return ['primary', `The rate "${title}" has no primary row: exactly one carries availability.`]
  return undefined
}

const notOffered = (otaRoomId: OtaId): string => `The OTA offers no room ${otaRoomId} here, or no longer.`
