import { DomainError } from '../errors.ts'
import { type ConnectionState, type ConnectionStep, type Order, required, type StepDeps } from './attempt.ts'
import {
  activateChannel,
  checkReadiness,
  createChannel,
  deactivateAdopted,
  findExistingChannel,
  findGroup,
  removeChannel,
  removeLateChannel,
} from './channel-steps.ts'
import { charge } from './charge.ts'
import { requireConnection } from './diagnose.ts'
import { mapOffer, summarizeMapping } from './mapping/map-offer.ts'
import { otas } from './otas.ts'

/** The pipeline of specification A1, rules 2 to 4, in its order. */
export const connectionSteps = (deps: StepDeps, order: Order): ConnectionStep[] => [
  testConnection(deps, order),
  reservePayment(deps, order),
  readOffer(deps, order),
  mapRoomsAndRates(order),
  findGroup(deps, order),
  findExistingChannel(deps, order),
  createChannel(deps, order),
  checkReadiness(deps),
  activateChannel(deps),
]

/** The undoable steps alone, for taking back what an earlier attempt left behind. */
export const undoableSteps = (deps: StepDeps): ConnectionStep[] => [
  { name: 'charge', hasEffect: true, run: nothing, undo: cancelSubscription(deps) },
  { name: 'create-channel', hasEffect: true, run: nothing, undo: removeChannel(deps) },
  { name: 'activate', hasEffect: true, run: nothing, undo: deactivateAdopted(deps) },
  { name: 'create-unsettled', hasEffect: true, run: nothing, undo: removeLateChannel(deps) },
]

const nothing = async (): Promise<Partial<ConnectionState>> => ({})

const testConnection = ({ channelManager }: StepDeps, { target, hotelId }: Order): ConnectionStep => ({
  name: 'test-connection',
  hasEffect: false,
  async run() {
    await requireConnection(channelManager, target.ota, hotelId)
    return {}
  },
})

const reservePayment = (deps: StepDeps, order: Order): ConnectionStep => ({
  name: 'charge',
  hasEffect: order.account.connectionService.plan === 'paid' && order.paymentId !== undefined,
  async run() {
    const { paymentId, landlordId, target, attemptId } = order
    const at = deps.clock.now()
    return (await charge(deps.billing, order.account, { paymentId, landlordId, target, attemptId, at })) ?? {}
  },
  undo: cancelSubscription(deps),
})

const cancelSubscription =
  ({ billing }: StepDeps) =>
  async ({ subscriptionId }: ConnectionState): Promise<void> => {
    if (subscriptionId !== undefined) await billing.cancel(subscriptionId)
  }

const readOffer = ({ channelManager }: StepDeps, { target, hotelId }: Order): ConnectionStep => ({
  name: 'read-offer',
  hasEffect: false,
  async run() {
    const offer = await channelManager.offer(target.ota, hotelId)
    if (offer.rooms.length > 0) return { offer }
    throw mappingFailed(
      `${otas[target.ota].label} shows no room for this property.`,
      'Create and open the rooms in the extranet',
    )
  },
})

const mapRoomsAndRates = ({ rooms, ratePlans, target }: Order): ConnectionStep => ({
  name: 'map',
  hasEffect: false,
  async run({ offer }) {
    const mapping = mapOffer(required(offer, 'offer'), rooms, ratePlans)
    const { mapped, total } = summarizeMapping(mapping)
    const { label } = otas[target.ota]
    if (total === 0) {
      throw mappingFailed(
        `Every rate at ${label} is read-only or derived.`,
        'Create a rate of its own in the extranet',
      )
    }
    if (mapped === 0) {
      throw mappingFailed(
        `No room and rate at ${label} could be matched with those of the property.`,
        'Give the rooms and rate plans the names they have in the extranet',
      )
    }
    return { mapping }
  },
})

const mappingFailed = (detail: string, todo: string): DomainError =>
  new DomainError('mapping-failed', detail, { nextAction: `${todo}, then try again.` })
