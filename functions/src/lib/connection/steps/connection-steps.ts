import type { Billing, ReservationOutcome, SubscriptionOrder } from '../../billing/billing.ts'
import { ProviderError } from '../../errors.ts'
import { required, type Started, StepError, together } from '../../pipeline.ts'
import type { ChannelManager, OtaOffer } from '../channel-manager.ts'
import { mappingFailed, requireMapping } from '../choosing/first-mapping.ts'
import { summarizeMapping } from '../mapping/map-offer.ts'
import { type OtaName, otas } from '../otas.ts'
import { asShown, checkPrice, priceOf } from '../price.ts'
import { refusals } from '../refusals.ts'
import { targetOf } from '../target.ts'
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

/** Specification A1, step 3; charges only a complete connection. */
const reservePayment = (deps: StepDeps, order: Order): ConnectionStep => ({
  name: 'charge',
  // A later change of terms does not undo a reservation.
  hasEffect:
    order.facts.paymentId !== undefined &&
    (order.isResumed || order.account.connectionService.plan === 'paid'),
  async run() {
    const subscription = subscriptionOrder(deps, order.facts)
    if (order.account.connectionService.plan === 'free' || !subscription) return nothingDue
    const { price } = order.facts
    if (price)
      checkPrice(priceOf(order.account), asShown(price), 'Read the price again, and choose it at that price.')
    const reserved = await reserve(deps.billing, subscription)
    if (reserved.outcome === 'reserved') return { subscriptionId: reserved.subscriptionId }
    if (reserved.outcome === 'paid-already') return nothingDue
    throw new StepError<ConnectionState>(nothingDue, refusals.paymentUsed())
  },
  lookUp: async () => deps.billing.reservationOf(order.facts.attemptId),
  result: ({ subscriptionId = null }) => ({ subscriptionId }),
  compensate: cancelReservation(deps, order.facts),
})

const nothingDue: Partial<ConnectionState> = { subscriptionId: null }

async function reserve(billing: Billing, order: SubscriptionOrder): Promise<ReservationOutcome> {
  try {
    return await billing.reserve(order)
  } catch (error) {
    if (error instanceof ProviderError && error.kind !== 'unknown') throw error
    const reservation = await billing.reservationOf(order.attemptId).catch(() => undefined)
    if (reservation) return { outcome: 'reserved', ...reservation }
    throw error
  }
}

/** Null: nothing due; undefined: a reservation is possible. */
const cancelReservation =
  (deps: StepDeps, facts: JobFacts) =>
  async ({ subscriptionId }: ConnectionState): Promise<void> => {
    const subscription = subscriptionOrder(deps, facts)
    if (subscriptionId !== null && subscription) await deps.billing.cancel(subscription)
  }

function subscriptionOrder({ clock }: StepDeps, facts: JobFacts): SubscriptionOrder | undefined {
  const { paymentId, landlordId, attemptId } = facts
  if (paymentId === undefined) return undefined
  return { paymentId, landlordId, target: targetOf(facts), attemptId, at: clock.now() }
}
