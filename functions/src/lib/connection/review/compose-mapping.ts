import type { OtaOffer, OtaRate, OtaRoom } from '../channel-manager.ts'
import { mappableRates } from '../mapping/rate-lines.ts'
import type { Mapping, RateMapping, RoomMapping } from '../model.ts'

type Opinion = Pick<RoomMapping, 'score' | 'reasons' | 'needsReview'>

const chosen: Opinion = { score: 1, reasons: ['chosen by a person'], needsReview: false }

/** Whether it is as it is because a person has said so, and not by its name. */
export const isChosen = ({ reasons }: Pick<Opinion, 'reasons'>): boolean =>
  reasons.join() === chosen.reasons.join()
const unseen: Opinion = {
  score: 0,
  reasons: ['offered by the OTA since the mapping was made'],
  needsReview: true,
}

interface Composition {
  rows: MappingRows
  /** What stood there before: rows that a person left unchanged keep what was said about them. */
  stored: Mapping
  offer: OtaOffer
  finalize: boolean
}

/**
 * The mapping as it will be stored: a row for everything that the OTA offers and that can be mapped, also for what was
 * left out, so that nothing is silent. The rows must be lawful. Pure.
 */
export function composeMapping({ rows, stored, offer, finalize }: Composition): Mapping {
  const reviewed = <R extends Opinion>(row: R): R => (finalize ? { ...row, needsReview: false } : row)
  const rates = Map.groupBy(rows.ratePlans, pairOf)
  const storedRates = Map.groupBy(stored.ratePlans, pairOf)
  return {
    rooms: offer.rooms.map(room => reviewed(roomRow(room, rows, stored))),
    ratePlans: offer.rooms.flatMap(room =>
      mappableRates(room).flatMap(rate => {
        const pair = pairOf({ otaRoomId: room.id, otaRateId: rate.id })
        const given = rates.get(pair) ?? []
        return rateRows(room, rate, { given, stored: storedRates.get(pair) ?? [], offer }).map(reviewed)
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

/** What is said of a row: as before where nothing changed. */
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
  const wanted = given.length > 0 ? given : leftOut(pair, rate, stored)
  const mapped = wanted.filter(({ ratePlanId }) => ratePlanId !== null)
  const open = wanted.filter(({ ratePlanId }) => ratePlanId === null)
  const kept = offer.pricingType === 'Standard' ? (mapped[0] ?? open[0]) : undefined
  const rows = kept ? [kept] : byOccupancy([...mapped, ...open])
  return rows.map(({ ratePlanId, occupancy, ...row }) => {
    const primary = ratePlanId !== null && row.primary
    const before = stored.find(one => one.occupancy === occupancy)
    const isSame = before?.ratePlanId === ratePlanId && before.primary === primary
    const opinion = opinionOf(isSame, before ?? stored[0], given[0])
    return { ...pair, occupancy, ratePlanId, primary, ...opinion }
  })
}

/** A rate that was not sent at all is not mapped; one that was not mapped before stays as it was. */
function leftOut(
  pair: Pick<RateMapping, 'otaRoomId' | 'otaRateId'>,
  rate: OtaRate,
  stored: readonly RateMapping[],
): RateRow[] {
  const isOpen = stored.length > 0 && stored.every(({ ratePlanId }) => ratePlanId === null)
  return isOpen ? [...stored] : [{ ...pair, ratePlanId: null, occupancy: rate.maxPersons, primary: false }]
}

/** One row for each number of guests, mapped before unmapped. */
function byOccupancy(rows: readonly RateRow[]): RateRow[] {
  const first = new Map<number | null, RateRow>()
  for (const row of rows) if (!first.has(row.occupancy)) first.set(row.occupancy, row)
  return [...first.values()].toSorted((a, b) => (a.occupancy ?? 0) - (b.occupancy ?? 0))
}

/** What a person sends for a mapping: the choice alone, without what we say about it. */
export interface RoomRow {
  otaRoomId: number
  roomId: string | null
}

export interface RateRow {
  otaRoomId: number
  otaRateId: number
  ratePlanId: string | null
  /** Guests; null only where nothing is mapped. */
  occupancy: number | null
  primary: boolean
}

export interface MappingRows {
  rooms: RoomRow[]
  ratePlans: RateRow[]
}

export const pairOf = ({ otaRoomId, otaRateId }: Pick<RateRow, 'otaRoomId' | 'otaRateId'>): string =>
  `${otaRoomId}/${otaRateId}`

/** The choices in an order and form of their own, so that two that mean the same read the same. Pure. */
export function choicesOf({ rooms, ratePlans }: MappingRows): string {
  const mappedRooms = rooms.filter(({ roomId }) => roomId !== null)
  const mappedRates = ratePlans.filter(({ ratePlanId }) => ratePlanId !== null)
  return JSON.stringify([
    mappedRooms.map(({ otaRoomId, roomId }) => `${otaRoomId} ${roomId}`).toSorted(),
    mappedRates.map(row => `${pairOf(row)} ${row.occupancy} ${row.ratePlanId} ${row.primary}`).toSorted(),
  ])
}
