import type { OtaRate, OtaRoom } from '../channel-manager.ts'
import type { Room, RoomMapping } from '../model.ts'
import { normalize } from './normalize.ts'

/** Only these can be mapped: the prices of the others are not ours to set. */
export const mappableRates = (room: OtaRoom): OtaRate[] =>
  room.rates.filter(rate => !rate.readonly && !rate.derived)

/** Pairs each OTA room with the one room of ours that has its name and holds its guests; never guesses between two. */
export function mapRooms(otaRooms: readonly OtaRoom[], rooms: readonly Room[]): RoomMapping[] {
  const offered = countBy(otaRooms.map(room => normalize(room.title)))
  return otaRooms.map(otaRoom => ({
    otaRoomId: otaRoom.id,
    otaRoomName: otaRoom.title,
    ...match(otaRoom, rooms, offered),
  }))
}

type Match = Pick<RoomMapping, 'roomId' | 'score' | 'reasons' | 'needsReview'>

function match(otaRoom: OtaRoom, rooms: readonly Room[], offered: ReadonlyMap<string, number>): Match {
  const name = normalize(otaRoom.title)
  if ((offered.get(name) ?? 0) > 1) return unmatched('several OTA rooms have this name')
  const [room, ...others] = rooms.filter(candidate => normalize(candidate.name) === name)
  if (!room) return unmatched('no room of the property has this name')
  if (others.length > 0) return unmatched('several rooms of the property have this name')
  if (!holdsGuests(room, otaRoom))
    return unmatched(`the OTA sells every rate to more guests than "${room.name}" holds`)
  const isExact = room.name === otaRoom.title
  return {
    roomId: room.id,
    score: isExact ? 1 : 0.95,
    reasons: [isExact ? 'same name' : 'same name but for case, accents or punctuation'],
    needsReview: false,
  }
}

const unmatched = (reason: string): Match => ({
  roomId: null,
  score: 0,
  reasons: [reason],
  needsReview: true,
})

/** False when no mappable rate fits into the room. */
function holdsGuests(room: Room, otaRoom: OtaRoom): boolean {
  const capacity = room.capacity ?? Number.POSITIVE_INFINITY
  const rates = mappableRates(otaRoom)
  return rates.length === 0 || rates.some(rate => smallestOccupancy(rate) <= capacity)
}

const smallestOccupancy = (rate: OtaRate): number =>
  rate.occupancies.length > 0 ? Math.min(...rate.occupancies) : (rate.maxPersons ?? 1)

function countBy(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
