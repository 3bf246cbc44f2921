import { DomainError, type FieldError } from '../../errors.ts'
import { leaveOpen } from '../mapping/leave-open.ts'
import { mapRates } from '../mapping/map-rates.ts'
import { parseRateName } from '../mapping/parse-room-name.ts'
import { pairOf } from '../mapping/rate-lines.ts'
import type { RateMapping } from '../model.ts'
import { type Ground, rowErrors } from './check-mapping.ts'
import { choicesOf, composeMapping, type MappingRows } from './compose-mapping.ts'

/** Maps other rates by name; `checkChoice` comes first. */
export function asChosen(chosen: MappingRows, ground: Ground, { mayLeaveOpen = true } = {}) {
  const roomOf = new Map(chosen.rooms.map(({ otaRoomId, roomId }) => [otaRoomId, roomId]))
  const offer = { ...ground.offer, rooms: ground.offer.rooms.filter(({ id }) => roomOf.has(id)) }
  const given = new Set(chosen.ratePlans.map(pairOf))
  const byName = offer.rooms
    .flatMap((room): RateMapping[] => {
      const ours = ground.rooms.find(({ id }) => id === roomOf.get(room.id))
      const plans = ground.ratePlans.filter(({ roomId }) => roomId === ours?.id)
      return mapRates(room, ours, plans, offer.pricingType, parseRateName)
    })
    .filter(row => !given.has(pairOf(row)))
  const named = { rooms: [], ratePlans: byName }
  const stored = mayLeaveOpen ? leaveOpen(named) : named
  const rows = { rooms: chosen.rooms, ratePlans: [...chosen.ratePlans, ...stored.ratePlans] }
  return composeMapping({ rows, stored, offer, finalize: false })
}

/** Throws `mapping-failed` for a choice unfit for the present offer or the property. */
export function checkChoice(chosen: MappingRows, ground: Ground): void {
  const errors = [...rowErrors(chosen, ground), ...roomsTwice(chosen, ground)]
  if (errors.length === 0) return
  throw new DomainError('mapping-failed', `What was chosen does not fit. ${errors[0]?.message}`, {
    nextAction: 'Choose again, then connect.',
    errors: errors.map(({ path, message }) => ({ path: `chosen.${path}`, message })),
  })
}

function roomsTwice({ rooms: rows }: MappingRows, { rooms }: Ground): FieldError[] {
  return rows.flatMap(({ roomId }, at) => {
    const isFirst = roomId === null || rows.findIndex(row => row.roomId === roomId) === at
    const name = rooms.find(({ id }) => id === roomId)?.name
    if (isFirst || name === undefined) return []
    return [{ path: `rooms.${at}.roomId`, message: `The room "${name}" is chosen twice.` }]
  })
}

export const isSameChoice = (a: MappingRows | undefined, b: MappingRows | undefined): boolean =>
  a === undefined || b === undefined ? a === b : choicesOf(a) === choicesOf(b)
