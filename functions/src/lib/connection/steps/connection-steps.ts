import { DomainError } from '../../errors.ts'
import { required, type Started, together } from '../../pipeline.ts'
import type { ConnectionState, ConnectionStep, Order, StepDeps } from '../attempt/attempt.ts'
import type { AttemptFacts } from '../attempt/facts.ts'
import type { ChannelManager, OtaOffer } from '../channel-manager.ts'
import { asBefore, withoutRooms } from '../mapping/as-before.ts'
import { leaveOpen } from '../mapping/leave-open.ts'
import { mapOffer, summarizeMapping } from '../mapping/map-offer.ts'
import { normalize } from '../mapping/normalize.ts'
import type { Mapping } from '../model.ts'
import type { OtaId } from '../ota-id.ts'
import { type OtaName, otas } from '../otas.ts'
import type { Ground } from '../review/check-mapping.ts'
import {
  activateChannel,
  alignRates,
  checkReadiness,
  createChannel,
  deactivateAdopted,
  findExistingChannel,
  findGroup,
  removeChannel,
} from './channel-steps.ts'
import { cancelReservation, reservePayment } from './charge.ts'
import { requireConnection } from './diagnose.ts'

/** The pipeline of specification A1, steps 2 to 4, in order. */
export const connectionSteps = (deps: StepDeps, order: Order): ConnectionStep[] => [
  testConnection(deps, order),
  reservePayment(deps, order),
  together('read', [readOffer(deps, order), findGroup(deps, order), findExistingChannel(deps, order)]),
  mapRoomsAndRates(order),
  createChannel(deps, order),
  alignRates(deps, order),
  checkReadiness(deps),
  activateChannel(deps),
]

export const firstStep = 'test-connection'

/** The compensations of started steps, for a process that did not run them. */
export const compensations = (
  deps: StepDeps,
  facts: AttemptFacts,
  started: Started,
): Pick<ConnectionStep, 'name' | 'compensate'>[] =>
  [
    { name: 'charge', compensate: cancelReservation(deps, facts) },
    { name: 'create-channel', compensate: removeChannel(deps) },
    { name: 'activate', compensate: deactivateAdopted(deps) },
  ].filter(({ name }) => started[name] !== undefined)

const testConnection = (
  { channelManager }: StepDeps,
  { facts: { ota, hotelId } }: Order,
): ConnectionStep => ({
  name: firstStep,
  hasEffect: false,
  async run() {
    await requireConnection(channelManager, ota, hotelId)
    return {}
  },
})

const readOffer = ({ channelManager }: StepDeps, { facts: { ota, hotelId } }: Order): ConnectionStep => ({
  name: 'read-offer',
  hasEffect: false,
  run: async () => ({ offer: await requireOffer(channelManager, ota, hotelId) }),
  result: ({ offer }) => ({ rooms: offer?.rooms.length ?? 0 }),
})

export async function requireOffer(
  channelManager: ChannelManager,
  ota: OtaName,
  hotelId: string,
): Promise<OtaOffer> {
  const offer = await channelManager.offer(ota, hotelId)
  if (offer.rooms.length > 0) return offer
  throw mappingFailed(
    `${otas[ota].label} shows no room for this property.`,
    'Create and open the rooms in the extranet',
  )
}

const mapRoomsAndRates = (order: Order): ConnectionStep => ({
  name: 'map',
  hasEffect: false,
  run: async ({ offer, channelId }) => ({
    mapping: requireMapping(order.facts.ota, required(offer, 'offer'), {
      ...order,
      mayLeaveOpen: channelId === undefined,
    }),
  }),
  result: ({ mapping }: ConnectionState) => (mapping ? { ...summarizeMapping(mapping) } : {}),
})

/**
 * The first mapping: as before where the hotel was connected before and it still fits, else by the names, with what is
 * unlikely left open. Throws if it maps nothing at all.
 */
export function requireMapping(
  ota: OtaName,
  offer: OtaOffer,
  { rooms, ratePlans, before, mayLeaveOpen = true }: Mapped,
): Mapping {
  const mapping = firstMapping({ offer, rooms, ratePlans }, { before, mayLeaveOpen })
  const { mapped, total } = summarizeMapping(mapping)
  const { label } = otas[ota]
  if (total === 0) {
    throw mappingFailed(
      `Every rate at ${label} is read-only or derived.`,
      'Create a rate of its own in the extranet',
    )
  }
  if (mapped > 0) return mapping
  const unclear = [
    ...namesakes(offer.rooms.map(({ title }) => title)).map(name => `"${name}" at ${label}`),
    ...namesakes(rooms.map(({ name }) => name)).map(name => `"${name}" here`),
  ]
  if (unclear.length > 0) {
    throw mappingFailed(
      `Rooms that share a name cannot be told apart: ${unclear.join(', ')}.`,
      'Give each of them a name of its own, the same here and in the extranet',
    )
  }
  throw mappingFailed(
    `No room and rate at ${label} could be matched with those of the property.`,
    'Give the rooms and rate plans the names they have in the extranet',
  )
}

interface Mapped extends Pick<Order, 'rooms' | 'ratePlans' | 'before'> {
  /** False where a channel sells already: what is left open would be taken off sale. */
  mayLeaveOpen?: boolean
}

const nothing: Mapping = { rooms: [], ratePlans: [] }

function firstMapping(
  ground: Ground,
  { before = nothing, mayLeaveOpen }: Pick<Mapped, 'before' | 'mayLeaveOpen'>,
): Mapping {
  const { offer, rooms, ratePlans } = ground
  const kept = asBefore(before, ground)
  const taken = new Set(kept.rooms.map(({ roomId }) => roomId))
  const free = rooms.filter(({ id }) => !taken.has(id))
  const byNames = mapOffer(withoutRooms(offer, kept), free, ratePlans)
  const matched = mayLeaveOpen ? leaveOpen(byNames) : byNames
  const all = {
    rooms: [...kept.rooms, ...matched.rooms],
    ratePlans: [...kept.ratePlans, ...matched.ratePlans],
  }
  const ofRoom = <Row extends { otaRoomId: OtaId }>(rows: readonly Row[]) =>
    offer.rooms.flatMap(({ id }) => rows.filter(({ otaRoomId }) => otaRoomId === id))
  return { rooms: ofRoom(all.rooms), ratePlans: ofRoom(all.ratePlans) }
}

/** Duplicate names, in their first spelling. */
function namesakes(names: readonly string[]): string[] {
  const keys = names.map(normalize)
  return names.filter((_, at) => keys.indexOf(keys[at] ?? '') === at && keys.lastIndexOf(keys[at] ?? '') > at)
}

const mappingFailed = (detail: string, todo: string): DomainError =>
  new DomainError('mapping-failed', detail, { nextAction: `${todo}, then try again.` })
