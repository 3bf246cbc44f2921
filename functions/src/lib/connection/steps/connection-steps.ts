import { required, type Started, together } from '../../pipeline.ts'
import type { ChannelManager, OtaOffer } from '../channel-manager.ts'
import { mappingFailed, requireMapping } from '../choosing/first-mapping.ts'
import { summarizeMapping } from '../mapping/map-offer.ts'
import { type OtaName, otas } from '../otas.ts'
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
import type { ConnectionState, ConnectionStep, JobFacts, Order, StepDeps } from './order.ts'

/** Specification A1, steps 2 to 4. */
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

/** For a process that did not run the steps. */
export const compensations = (
  deps: StepDeps,
  facts: JobFacts,
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
  run: async ({ offer, channelWasActive }) => ({
    mapping: requireMapping(order.facts.ota, required(offer, 'offer'), {
      ...order,
      chosen: order.facts.chosen,
      mayLeaveOpen: channelWasActive !== true,
    }),
  }),
  result: ({ mapping }: ConnectionState) => (mapping ? { ...summarizeMapping(mapping) } : {}),
})
