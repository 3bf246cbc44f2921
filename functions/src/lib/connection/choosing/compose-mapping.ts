import type * as z from 'zod'
import type { OtaOffer, OtaRate, OtaRoom } from '../channel-manager.ts'
import { mappableRates, pairOf, roomNotMapped } from '../mapping/rate-lines.ts'
import type { Mapping, RateMapping, RoomMapping } from '../model.ts'
import type { storedChoice } from '../stored-choice.ts'

type Opinion = Pick<RoomMapping, 'score' | 'reasons' | 'needsReview'>

const chosen: Opinion = { score: 1, reasons: ['chosen by a person'], needsReview: false }

export const isChosen = ({ reasons }: Pick<Opinion, 'reasons'>): boolean =>
  reasons.join() === chosen.reasons.join()

const noPlanChosen = 'no rate plan of the room is chosen'

/** A rate without a plan loses its reasons when its room changes. */
export function opinionUnder<R extends Opinion & Pick<RateMapping, 'ratePlanId'>>(
  row: R,
  { roomId, isNew }: { roomId: string | null; isNew: boolean },
): R {
  const isOutdated = isNew || (roomId !== null && row.reasons.includes(roomNotMapped))
  if (row.ratePlanId !== null || isChosen(row) || !isOutdated) return row
  return { ...row, reasons: [roomId === null ? roomNotMapped : noPlanChosen] }
}

const unseen: Opinion = {
  score: 0,
  reasons: ['offered by the OTA since the mapping was made'],
  needsReview: true,
}

interface Composition {
  rows: MappingRows
  /** Unchanged rows keep their score and reasons. */
  stored: Mapping
  offer: OtaOffer
  finalize: boolean
}

/** Has a row for everything mappable in the offer. `mappingErrors` must accept the rows. */
export function composeMapping({ rows, stored, offer, finalize }: Composition): Mapping {
  const reviewed = <R extends Opinion>(row: R): R => (finalize ? { ...row, needsReview: false } : row)
  const rates = Map.groupBy(rows.ratePlans, pairOf)
  const storedRates = Map.groupBy(stored.ratePlans, pairOf)
  const rooms = offer.rooms.map(room => roomRow(room, rows, stored))
  return {
    rooms: rooms.map(reviewed),
    ratePlans: offer.rooms.flatMap((room, at) =>
      mappableRates(room).flatMap(rate => {
        const pair = pairOf({ otaRoomId: room.id, otaRateId: rate.id })
        const given = rates.get(pair) ?? []
        return rateRows(room, rate, { given, stored: storedRates.get(pair) ?? [], offer })
          .map(row => opinionUnder(row, roomNow(rooms[at], stored)))
          .map(reviewed)
      }),
    ),
  }
}

function roomRow({ id, title }: OtaRoom, rows: MappingRows, stored: Mapping): RoomMapping {
  const given = rows.rooms.find(({ otaRoomId }) => otaRoomId === id)
  const before = stored.rooms.find(({ otaRoomId }) => otaRoomId === id)
  const roomId = given?.roomId ?? null
  return { otaRoomId: id, otaRoomName: title, roomId, ...opinionOf(before?.roomId === roomId, before, given) }
}

function roomNow(
  now: RoomMapping | undefined,
  { rooms }: Mapping,
): { roomId: string | null; isNew: boolean } {
  const roomId = now?.roomId ?? null
  const before = rooms.find(({ otaRoomId }) => otaRoomId === now?.otaRoomId)
  return { roomId, isNew: before !== undefined && before.roomId !== roomId }
}

function opinionOf(isSame: boolean, before: Opinion | undefined, given: object | undefined): Opinion {
  if (before && isSame) {
    const { score, reasons, needsReview } = before
    return { score, reasons, needsReview }
  }
  return before || given ? chosen : unseen
}

interface Pair {
  given: readonly RateRow[]
  stored: readonly RateMapping[]
  offer: OtaOffer
}

function rateRows(room: OtaRoom, rate: OtaRate, { given, stored, offer }: Pair): RateMapping[] {
  const pair = { otaRoomId: room.id, otaRateId: rate.id, otaRateName: rate.title }
  const choices = given.length > 0 ? given : openRows(pair, rate, stored)
  const mapped = choices.filter(({ ratePlanId }) => ratePlanId !== null)
  const open = choices.filter(({ ratePlanId }) => ratePlanId === null)
  const single = offer.pricingType === 'Standard' ? (mapped[0] ?? open[0]) : undefined
  const rows = single ? [single] : byOccupancy([...mapped, ...open])
  return rows.map(({ ratePlanId, occupancy, ...row }) => {
    const primary = ratePlanId !== null && row.primary
    const before = stored.find(one => one.occupancy === occupancy)
    const isSame = before?.ratePlanId === ratePlanId && before.primary === primary
    const opinion = opinionOf(isSame, before ?? stored[0], given[0])
    return { ...pair, occupancy, ratePlanId, primary, ...opinion }
  })
}

/** A rate missing from the request becomes unmapped. */
function openRows(
  pair: Pick<RateMapping, 'otaRoomId' | 'otaRateId'>,
  rate: OtaRate,
  stored: readonly RateMapping[],
): RateRow[] {
  const isOpen = stored.length > 0 && stored.every(({ ratePlanId }) => ratePlanId === null)
  return isOpen ? [...stored] : [{ ...pair, ratePlanId: null, occupancy: rate.maxPersons, primary: false }]
}

function byOccupancy(rows: readonly RateRow[]): RateRow[] {
  const first = new Map<number | null, RateRow>()
  for (const row of rows) if (!first.has(row.occupancy)) first.set(row.occupancy, row)
  return [...first.values()].toSorted((a, b) => (a.occupancy ?? 0) - (b.occupancy ?? 0))
}

export type MappingRows = z.infer<typeof storedChoice>
export type RoomRow = MappingRows['rooms'][number]
export type RateRow = MappingRows['ratePlans'][number]

/** A canonical form for comparisons. */
export function choicesOf({ rooms, ratePlans }: MappingRows): string {
  const mappedRooms = rooms.filter(({ roomId }) => roomId !== null)
  const mappedRates = ratePlans.filter(({ ratePlanId }) => ratePlanId !== null)
  return JSON.stringify([
    mappedRooms.map(({ otaRoomId, roomId }) => `${otaRoomId} ${roomId}`).toSorted(),
    mappedRates.map(row => `${pairOf(row)} ${row.occupancy} ${row.ratePlanId} ${row.primary}`).toSorted(),
  ])
}
