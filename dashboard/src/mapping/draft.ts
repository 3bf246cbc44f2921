import {
  mappableRates,
  occupanciesOf,
  pairOf,
  planFor,
} from '@functions/lib/connection/mapping/rate-lines.ts'
import { normalize } from '@functions/lib/connection/mapping/words/plain-text.ts'
import type { OtaId } from '@functions/lib/connection/ota-id.ts'
import type { WriteMappingInput } from '@functions/lib/connection/review/write-mapping.ts'
import type { ChannelMapping } from '../connection/api.ts'

export type RoomRow = ChannelMapping['mapping']['rooms'][number]
export type RateRow = ChannelMapping['mapping']['ratePlans'][number] & { key: string }
export type Offer = NonNullable<ChannelMapping['offer']>

/** A mapping while somebody changes it. */
export interface Draft {
  rooms: RoomRow[]
  ratePlans: RateRow[]
}

/** The data of a draft: the OTA's offer, the property's rooms and rate plans, and the stored mapping. */
export type Ground = Pick<ChannelMapping, 'offer' | 'rooms' | 'ratePlans'> & {
  mapping: Pick<ChannelMapping['mapping'], 'rooms' | 'ratePlans'>
}

const unseen = { score: 0, reasons: [], needsReview: true }
const orphan = { score: 0, reasons: ['what it was mapped to is no longer there'], needsReview: true }

/**
 * The stored mapping as it can be sent: with the OTA's new rooms and rates, without its former ones, and without
 * rooms and rate plans that the property no longer has. Pure.
 */
export function draftOf(ground: Ground): Draft {
  const { offer, mapping, rooms, ratePlans } = ground
  const ourRooms = new Set(rooms.map(({ id }) => id))
  const ourPlans = new Set(ratePlans.map(({ id }) => id))
  const keyed = (row: Omit<RateRow, 'key'>, at: number): RateRow => ({
    ...row,
    ...(isGone(row.ratePlanId, ourPlans) && { ratePlanId: null, ...orphan }),
    key: `${pairOf(row)}/${at}`,
  })
  const stored = new Map(mapping.rooms.map(room => [room.otaRoomId, room]))
  const rates = Map.groupBy(mapping.ratePlans, pairOf)
  const roomRow = (room: RoomRow): RoomRow =>
    isGone(room.roomId, ourRooms) ? { ...room, roomId: null, ...orphan } : room
  if (!offer) {
    const all = [...rates.values()].flatMap(rows => rows.map(keyed))
    return withPrimaries({ rooms: mapping.rooms.map(roomRow), ratePlans: all })
  }
  return withPrimaries({
    rooms: offer.rooms.map(({ id, title }) =>
      roomRow(stored.get(id) ?? { otaRoomId: id, otaRoomName: title, roomId: null, ...unseen }),
    ),
    ratePlans: offer.rooms.flatMap(room =>
      mappableRates(room).flatMap(rate => {
        const pair = { otaRoomId: room.id, otaRateId: rate.id, otaRateName: rate.title }
        const fresh = { ...pair, ratePlanId: null, occupancy: rate.maxPersons, primary: false, ...unseen }
        return (rates.get(pairOf(pair)) ?? [fresh]).map(keyed)
      }),
    ),
  })
}

const isGone = (id: string | null, ids: ReadonlySet<string>): boolean => id !== null && !ids.has(id)

/**
 * Maps a room of the OTA to a room of ours, and its rates to plans of their names: plans of the old room cannot stay, and
 * rates of other names are left open. Pure.
 */
export function chooseRoom(draft: Draft, otaRoomId: OtaId, roomId: string | null, ground: Ground): Draft {
  const { offer } = ground
  const room = ground.rooms.find(({ id }) => id === roomId)
  const plans = ground.ratePlans.filter(plan => plan.roomId === roomId && plan.canBeMapped)
  const otaRoom = offer?.rooms.find(({ id }) => id === otaRoomId)
  const rates = otaRoom ? mappableRates(otaRoom) : []
  const proposed = rates.flatMap(rate => {
    const before = draft.ratePlans.filter(row => row.otaRoomId === otaRoomId && row.otaRateId === rate.id)
    if (!room || !offer) return before.map(row => ({ ...row, ratePlanId: null, primary: false }))
    const family = plans.filter(({ name }) => normalize(name) === normalize(rate.title))
    const pair = { otaRoomId, otaRateId: rate.id, otaRateName: rate.title, ...unseen }
    const line = (occupancy: number | null, ratePlanId: string | null): RateRow => {
      const previous = before.find(row => row.occupancy === occupancy)
      const key = `${pairOf(pair)}/new${occupancy ?? 0}`
      return { ...(previous ?? { ...pair, key }), occupancy, ratePlanId, primary: false }
    }
    const occupancies = occupanciesOf(rate, room, family, offer.pricingType)
    if (occupancies.length === 0) return [line(rate.maxPersons, null)]
    return occupancies.map(occupancy => {
      const plan = planFor(family, occupancy)
      return line(occupancy, plan === undefined || plan === 'ambiguous' ? null : plan.id)
    })
  })
  const first = draft.ratePlans.findIndex(row => row.otaRoomId === otaRoomId)
  const others = draft.ratePlans.filter(row => row.otaRoomId !== otaRoomId)
  const at = first < 0 ? others.length : first
  return withPrimaries({
    rooms: draft.rooms.map(row => (row.otaRoomId === otaRoomId ? { ...row, roomId } : row)),
    ratePlans: [...others.slice(0, at), ...proposed, ...others.slice(at)],
  })
}

/** Maps a rate to a plan of ours. A rate with one price for the room is for as many guests as the plan is. Pure. */
export function choosePlan(draft: Draft, key: string, ratePlanId: string | null, ground: Ground): Draft {
  const plan = ground.ratePlans.find(({ id }) => id === ratePlanId)
  return withPrimaries({
    ...draft,
    ratePlans: draft.ratePlans.map(row => {
      if (row.key !== key) return row
      const isFree = ground.offer?.pricingType === 'Standard' || row.occupancy === null
      const occupancy = isFree && plan ? Math.min(plan.occupancy, mostOf(row, draft, ground)) : row.occupancy
      return { ...row, ratePlanId: plan?.id ?? null, occupancy, primary: plan ? row.primary : false }
    }),
  })
}

function mostOf({ otaRoomId, otaRateId }: RateRow, { rooms }: Draft, ground: Ground): number {
  const rate = ground.offer?.rooms
    .find(({ id }) => id === otaRoomId)
    ?.rates.find(({ id }) => id === otaRateId)
  const roomId = rooms.find(room => room.otaRoomId === otaRoomId)?.roomId
  const capacity = ground.rooms.find(({ id }) => id === roomId)?.capacity
  return Math.min(rate?.maxPersons ?? Number.POSITIVE_INFINITY, capacity ?? Number.POSITIVE_INFINITY)
}

/** Chooses the line of a rate that carries availability and restrictions. Pure. */
export function choosePrimary(draft: Draft, key: string): Draft {
  const chosen = draft.ratePlans.find(row => row.key === key)
  if (!chosen) return draft
  return {
    ...draft,
    ratePlans: draft.ratePlans.map(row =>
      pairOf(row) === pairOf(chosen) ? { ...row, primary: row.key === key } : row,
    ),
  }
}

/** Exactly one mapped line of each rate is the primary one: by default the line for most guests. */
function withPrimaries({ rooms, ratePlans }: Draft): Draft {
  const primaries = new Map<string, string>()
  for (const [pair, rows] of Map.groupBy(ratePlans, pairOf)) {
    const mapped = rows.filter(({ ratePlanId }) => ratePlanId !== null)
    const most = mapped.toSorted((a, b) => (b.occupancy ?? 0) - (a.occupancy ?? 0))[0]
    const primary = mapped.find(row => row.primary) ?? most
    if (primary) primaries.set(pair, primary.key)
  }
  return {
    rooms,
    // A row without a change stays the same object, so that only changed rows are drawn anew.
    ratePlans: ratePlans.map(row => {
      const primary = primaries.get(pairOf(row)) === row.key
      return primary === row.primary ? row : { ...row, primary }
    }),
  }
}

const rateKeyOf = (row: Pick<RateRow, 'otaRoomId' | 'otaRateId' | 'occupancy'>): string =>
  `${pairOf(row)}/${row.occupancy}`

/** Changed rooms by the OTA's id, changed lines by their key. Pure. */
export function changesOf(before: Draft, now: Draft): { rooms: Set<OtaId>; ratePlans: Set<string> } {
  const rooms = new Map(before.rooms.map(row => [row.otaRoomId, row.roomId]))
  const rates = new Map(before.ratePlans.map(row => [rateKeyOf(row), row]))
  return {
    rooms: new Set(
      now.rooms.filter(row => rooms.get(row.otaRoomId) !== row.roomId).map(row => row.otaRoomId),
    ),
    ratePlans: new Set(
      now.ratePlans
        .filter(row => {
          const old = rates.get(rateKeyOf(row))
          return (old?.ratePlanId ?? null) !== row.ratePlanId || (old?.primary ?? false) !== row.primary
        })
        .map(row => row.key),
    ),
  }
}

/** The user's changes, to store or to repeat on another version of the mapping. */
export type Changed = Pick<WriteMappingInput, 'rooms' | 'ratePlans'>

/** The changed rows without the fields that are only shown. Pure. */
export function changedRows(before: Draft, now: Draft): Changed {
  const changes = changesOf(before, now)
  return rowsOf({
    rooms: now.rooms.filter(row => changes.rooms.has(row.otaRoomId)),
    ratePlans: now.ratePlans.filter(row => changes.ratePlans.has(row.key)),
  })
}

/** Repeats the user's changes on the newest mapping, as far as its rows still exist. Pure. */
export function redo(changed: Changed, ground: Ground): Draft {
  let draft = draftOf(ground)
  for (const { otaRoomId, roomId } of changed.rooms) {
    const isThere = roomId === null || ground.rooms.some(({ id }) => id === roomId)
    if (isThere && draft.rooms.some(row => row.otaRoomId === otaRoomId))
      draft = chooseRoom(draft, otaRoomId, roomId, ground)
  }
  const roomOf = new Map(draft.rooms.map(row => [row.otaRoomId, row.roomId]))
  for (const row of changed.ratePlans) {
    const plan = ground.ratePlans.find(({ id }) => id === row.ratePlanId)
    const target = draft.ratePlans.find(one => rateKeyOf(one) === rateKeyOf(row))
    const fits = row.ratePlanId === null || (plan && plan.roomId === roomOf.get(row.otaRoomId))
    if (!target || !fits) continue
    draft = choosePlan(draft, target.key, row.ratePlanId, ground)
    if (row.primary) draft = choosePrimary(draft, target.key)
  }
  return draft
}

/** “n of m mapped”: an OTA room and rate counts once, for however many guests it is mapped. Pure. */
export function countMapped({ ratePlans }: { ratePlans: readonly RateRow[] }): {
  mapped: number
  total: number
} {
  const pairs = [...Map.groupBy(ratePlans, pairOf).values()]
  return {
    total: pairs.length,
    mapped: pairs.filter(rows => rows.some(row => row.ratePlanId !== null)).length,
  }
}

/** How many rates of the OTA are not mapped for any number of guests. Pure. */
export function countUnmapped(ratePlans: readonly RateRow[]): number {
  const { mapped, total } = countMapped({ ratePlans })
  return total - mapped
}

/** The choice alone, as the API takes it. Pure. */
export const rowsOf = ({ rooms, ratePlans }: Draft): Pick<WriteMappingInput, 'rooms' | 'ratePlans'> => ({
  rooms: rooms.map(({ otaRoomId, roomId }) => ({ otaRoomId, roomId })),
  ratePlans: ratePlans.map(({ otaRoomId, otaRateId, ratePlanId, occupancy, primary }) => ({
    otaRoomId,
    otaRateId,
    ratePlanId,
    occupancy,
    primary,
  })),
})

/** The API's errors by the room or line they are about. Pure. */
export function errorsByRow(
  draft: Draft,
  errors: readonly { path: string; message: string }[],
): Map<string, string> {
  const found = new Map<string, string>()
  for (const { path, message } of errors) {
    const [list, at] = path.split('.')
    const key =
      list === 'rooms' ? draft.rooms[Number(at)]?.otaRoomId.toString() : draft.ratePlans[Number(at)]?.key
    if (key !== undefined) found.set(key, message)
  }
  return found
}
