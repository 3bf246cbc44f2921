import type { Mapping, RateMapping } from '../model.ts'
import { pairOf, roomNotMapped } from './rate-lines.ts'

export const possibleFrom = 0.5

const tooUnlikely = 'too unlikely to be sold before somebody has looked'

/** Unlikely rooms and pairs stay open until a person looks. */
export function leaveOpen({ rooms, ratePlans }: Mapping): Mapping {
  const openRooms = new Set(
    rooms.filter(row => row.roomId !== null && isUnlikely(row)).map(row => row.otaRoomId),
  )
  const openPairs = new Set(ratePlans.filter(row => row.ratePlanId !== null && isUnlikely(row)).map(pairOf))
  const opened = (row: RateMapping, reasons: string[]): RateMapping => ({
    ...row,
    ratePlanId: null,
    primary: false,
    needsReview: true,
    reasons,
  })
  return {
    rooms: rooms.map(row =>
      openRooms.has(row.otaRoomId)
        ? { ...row, roomId: null, needsReview: true, reasons: [...row.reasons, tooUnlikely] }
        : row,
    ),
    ratePlans: ratePlans.map(row => {
      if (openRooms.has(row.otaRoomId)) return opened(row, [roomNotMapped])
      return openPairs.has(pairOf(row)) ? opened(row, [...row.reasons, tooUnlikely]) : row
    }),
  }
}

const isUnlikely = ({ score }: { score: number }): boolean => score < possibleFrom
