import { DomainError } from '../../errors.ts'
import type { OtaOffer } from '../channel-manager.ts'
import { leaveOpen } from '../mapping/leave-open.ts'
import { mapOffer, summarizeMapping } from '../mapping/map-offer.ts'
import { isKnown, notThere } from '../mapping/map-rates.ts'
import { normalize } from '../mapping/words/plain-text.ts'
import type { Mapping } from '../model.ts'
import type { OtaId } from '../ota-id.ts'
import { type OtaName, otas } from '../otas.ts'
import { asBefore, withoutOpen, withoutRooms } from './as-before.ts'
import type { Ground } from './check-mapping.ts'
import { asChosen, checkChoice } from './choice.ts'
import type { MappingRows } from './compose-mapping.ts'

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
