import type { OtaRate, OtaRoom } from '../channel-manager.ts'
import type { Room, RoomMapping } from '../model.ts'
import { matchNames } from './match-names.ts'
import { parseRoomName } from './parse-room-name.ts'
import { mappableRates } from './rate-lines.ts'
import { roomAspects } from './room-aspects.ts'

/** Pairs the OTA's rooms with ours, each at most once, by what their names say; a room must hold the guests. */
export function mapRooms(otaRooms: readonly OtaRoom[], rooms: readonly Room[]): RoomMapping[] {
  // Where two assignments are equally good, the order must not decide.
  const sorted = rooms.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const matches = matchNames({
    aspects: roomAspects,
    ota: otaRooms.map(({ title }) => ({ name: title, facts: parseRoomName(title) })),
    ours: sorted.map(({ name }) => ({ name, facts: parseRoomName(name) })),
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
