import type { connectBody } from '@functions/lib/connection/connect-body.ts'
import { pairOf } from '@functions/lib/connection/mapping/rate-lines.ts'
import type * as z from 'zod'
import { chooseRoom, type Draft, type Ground, type RateRow, rowsOf } from '../mapping/draft.ts'

export type Chosen = NonNullable<z.output<typeof connectBody>['chosen']>

/** The lines of rates that have to be chosen, too: none of the room's plans is called as the rate is. Pure. */
export function ratesToChoose(draft: Draft, ground: Ground): RateRow[] {
  return draft.rooms.flatMap(({ otaRoomId, roomId }) => {
    if (roomId === null) return []
    const byName = chooseRoom(draft, otaRoomId, roomId, ground).ratePlans
    const named = new Set(byName.filter(({ ratePlanId }) => ratePlanId !== null).map(pairOf))
    return draft.ratePlans.filter(row => row.otaRoomId === otaRoomId && !named.has(pairOf(row)))
  })
}

/**
 * The rooms and rates that connecting is sent: rooms left open, too, unless these are for the review. Undefined
 * without any room. Pure.
 */
export function chosenIn(draft: Draft, ground: Ground, { isOptional = false } = {}): Chosen | undefined {
  const chosen = draft.rooms.filter(({ roomId }) => roomId !== null)
  if (chosen.length === 0) return undefined
  return rowsOf({ rooms: isOptional ? chosen : draft.rooms, ratePlans: ratesToChoose(draft, ground) })
}
