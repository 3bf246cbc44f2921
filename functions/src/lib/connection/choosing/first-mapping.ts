import { DomainError, type FieldError } from '../../errors.ts'
import type { OtaOffer } from '../channel-manager.ts'
import { leaveOpen } from '../mapping/leave-open.ts'
import { mapOffer, summarizeMapping } from '../mapping/map-offer.ts'
import { isKnown, mapRates, notThere } from '../mapping/map-rates.ts'
import { parseRateName } from '../mapping/parse-room-name.ts'
import { pairOf } from '../mapping/rate-lines.ts'
import { normalize } from '../mapping/words/plain-text.ts'
import type { Mapping, RateMapping } from '../model.ts'
import type { OtaId } from '../ota-id.ts'
import { type OtaName, otas } from '../otas.ts'
import { asBefore, withoutOpen, withoutRooms } from './as-before.ts'
import { type Ground, rowErrors } from './check-mapping.ts'
import { choicesOf, composeMapping, type MappingRows } from './compose-mapping.ts'

interface FirstMapping extends Pick<Ground, 'rooms' | 'ratePlans'> {
  /** From an earlier connection to the same hotel. */
  before?: Mapping | undefined
  chosen?: MappingRows | undefined
  /** False while a channel sells: open rows would go off sale. */
  mayLeaveOpen?: boolean
}

/** Throws for a mapping without a rate, and as `firstMapping`. */
export function requireMapping(ota: OtaName, offer: OtaOffer, given: FirstMapping): Mapping {
  const mapping = firstMapping(offer, given)
  const problem = whyNothing(ota, mapping, { ...given, offer })
  if (problem) throw problem
  return mapping
}

const nothing: Mapping = { rooms: [], ratePlans: [] }

/**
 * Maps by choice, then by a former mapping that fits, then by name without unlikely pairs. Throws as `checkChoice`.
 */
export function firstMapping(offer: OtaOffer, given: FirstMapping): Mapping {
  const { rooms, ratePlans, before = nothing, chosen = nothing, mayLeaveOpen = true } = given
  checkChoice(chosen, { offer, rooms, ratePlans })
  const decided = mayLeaveOpen ? chosen : withoutOpen(chosen)
  const byHand = asChosen(decided, { offer, rooms, ratePlans }, { mayLeaveOpen })
  const unchosen = withoutRooms(offer, byHand)
  const former = asBefore(mayLeaveOpen ? before : withoutOpen(before), {
    offer: unchosen,
    rooms: free(rooms, byHand),
    ratePlans,
  })
  const fixed = {
    rooms: [...byHand.rooms, ...former.rooms],
    ratePlans: [...byHand.ratePlans, ...former.ratePlans],
  }
  const byNames = mapOffer(withoutRooms(offer, fixed), free(rooms, fixed), ratePlans)
  const matched = mayLeaveOpen ? leaveOpen(byNames) : byNames
  const ofRoom = <Row extends { otaRoomId: OtaId }>(rows: readonly Row[]) =>
    offer.rooms.flatMap(({ id }) => rows.filter(({ otaRoomId }) => otaRoomId === id))
  return {
    rooms: ofRoom([...fixed.rooms, ...matched.rooms]),
    ratePlans: ofRoom([...fixed.ratePlans, ...matched.ratePlans]),
  }
}

export function free<R extends { id: string }>(rooms: readonly R[], mapping: Pick<Mapping, 'rooms'>): R[] {
  const roomIds = new Set(mapping.rooms.map(({ roomId }) => roomId))
  return rooms.filter(({ id }) => !roomIds.has(id))
}

export function whyNothing(
  ota: OtaName,
  mapping: Mapping,
  { offer, rooms, ratePlans }: Ground,
): DomainError | undefined {
  const { mapped, total } = summarizeMapping(mapping)
  const { label } = otas[ota]
  if (total === 0) {
    return mappingFailed(
      `Every rate at ${label} is read-only or derived.`,
      'Create a rate of its own in the extranet',
    )
  }
  if (mapped > 0) return undefined
  const missing = missingPlans(mapping, ratePlans)
  if (missing.length > 0) {
    return mappingFailed(
      `The channel manager has not got these rate plans, so nothing can be sold by them: ${missing.map(name => `"${name}"`).join(', ')}.`,
      'Create them at the channel manager, and store their ids with the rate plans here',
    )
  }
  const unclear = [
    ...namesakes(offer.rooms.map(({ title }) => title)).map(name => `"${name}" at ${label}`),
    ...namesakes(rooms.map(({ name }) => name)).map(name => `"${name}" here`),
  ]
  if (unclear.length > 0) {
    return mappingFailed(
      `Rooms that share a name cannot be told apart: ${unclear.join(', ')}.`,
      'Choose which is which. Or give each of them a name of its own, the same here and in the extranet',
    )
  }
  return mappingFailed(
    `No room and rate at ${label} could be matched with those of the property.`,
    'Choose which is which. Or give the rooms and rate plans the names they have in the extranet',
  )
}

const mostNamed = 5

/** Plans whose absence at the channel manager prevents a mapping. */
function missingPlans({ ratePlans: rows }: Mapping, ratePlans: Ground['ratePlans']): string[] {
  const reasons = new Set(rows.flatMap(row => row.reasons))
  const missing = ratePlans.some(isKnown) ? ratePlans.filter(plan => reasons.has(notThere(plan))) : ratePlans
  return [...new Set(missing.map(({ name }) => name))].slice(0, mostNamed)
}

/** In their first spelling. */
function namesakes(names: readonly string[]): string[] {
  const keys = names.map(normalize)
  return names.filter((_, at) => keys.indexOf(keys[at] ?? '') === at && keys.lastIndexOf(keys[at] ?? '') > at)
}

export const mappingFailed = (detail: string, todo: string): DomainError =>
  new DomainError('mapping-failed', detail, { nextAction: `${todo}, then try again.` })

/** Maps other rates by name; `checkChoice` comes first. */
function asChosen(chosen: MappingRows, ground: Ground, { mayLeaveOpen = true } = {}) {
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
function checkChoice(chosen: MappingRows, ground: Ground): void {
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
