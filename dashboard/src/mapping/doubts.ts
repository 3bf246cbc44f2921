import { isChosen } from '@functions/lib/connection/choosing/compose-mapping.ts'
import { possibleFrom } from '@functions/lib/connection/mapping/leave-open.ts'
import type { OtaId } from '@functions/lib/connection/ota-id.ts'
import type { Draft, RoomRow } from './draft.ts'

type Chance = 'chosen' | 'reviewed' | 'certain' | 'likely' | 'possible' | 'unlikely' | 'none'

/** From there on the likelihood has been right as often as it says; below it promises too much (docs/measurements.md). */
const measuredFrom = 0.9

type Row = Pick<RoomRow, 'score' | 'reasons' | 'needsReview'>

const likelyFrom = 0.75

interface ChanceContext {
  isMapped: boolean
  isMeasured: boolean
  /** Whether its mapping was finalised, which confirms every row. */
  isFinal: boolean
}

/** The matching exempts only sure rows from review, so a doubtful row without need of one has had it. */
const isReviewed = ({ needsReview, score }: Row, isFinal: boolean): boolean =>
  !needsReview && (isFinal || score < likelyFrom)

/** A likelihood in a word, the highest only where it was measured; where a person has decided, that instead. Pure. */
export function chanceOf(row: Row, { isMapped, isMeasured, isFinal }: ChanceContext): Chance {
  if (isChosen(row)) return 'chosen'
  if (isReviewed(row, isFinal)) return 'reviewed'
  if (!isMapped) return 'none'
  if (isMeasured && !row.needsReview && row.score >= measuredFrom) return 'certain'
  if (row.score >= likelyFrom) return 'likely'
  return row.score >= possibleFrom ? 'possible' : 'unlikely'
}

/** The likelihood where it may be named as a number, never as certainty; undefined elsewhere. Pure. */
export const percentOf = (row: Row, isFinal: boolean): number | undefined =>
  chanceOf(row, { isMapped: true, isMeasured: true, isFinal }) === 'certain'
    ? Math.min(row.score, 0.99)
    : undefined

/** Rooms that somebody has to look at, or with a rate of that kind: how sure the least sure of each is. Pure. */
export function doubtsIn({ rooms, ratePlans }: Draft): ReadonlyMap<OtaId, number> {
  const doubts = new Map<OtaId, number>()
  for (const { otaRoomId, score, needsReview } of [...rooms, ...ratePlans])
    if (needsReview) doubts.set(otaRoomId, Math.min(score, doubts.get(otaRoomId) ?? 1))
  return doubts
}

/** The choices of each room and its rates, as a text that changes with them. Pure. */
export function choicesByRoom({ rooms, ratePlans }: Draft): ReadonlyMap<OtaId, string> {
  const rows = Map.groupBy(ratePlans, ({ otaRoomId }) => otaRoomId)
  return new Map(
    rooms.map(({ otaRoomId, roomId }) => {
      const rates = (rows.get(otaRoomId) ?? []).map(row => [
        ...[row.otaRateId, row.occupancy, row.ratePlanId, row.primary],
      ])
      return [otaRoomId, JSON.stringify([roomId, rates])]
    }),
  )
}

/** Rooms in doubt first, the least sure at the head; the others in the OTA's order. Pure. */
export const inOrderOfDoubt = <Room extends { otaRoomId: OtaId }>(
  rooms: readonly Room[],
  doubts: ReadonlyMap<OtaId, number>,
): Room[] => rooms.toSorted((a, b) => (doubts.get(a.otaRoomId) ?? 2) - (doubts.get(b.otaRoomId) ?? 2))

/** The next room to look at after that one, from the head again; undefined when all are checked. Pure. */
export function nextDoubt(
  rooms: readonly { otaRoomId: OtaId }[],
  isOpen: (otaRoomId: OtaId) => boolean,
  after?: OtaId,
): OtaId | undefined {
  const ids = rooms.map(({ otaRoomId }) => otaRoomId)
  const at = after === undefined ? 0 : ids.indexOf(after) + 1
  return [...ids.slice(at), ...ids.slice(0, at)].find(isOpen)
}
