import { DomainError, ProviderError } from '../errors.ts'
import { type Step, StepError } from '../pipeline.ts'
import type { Clock } from '../ports.ts'
import {
  type Channel,
  type ChannelDraft,
  ChannelExistsError,
  type ChannelManager,
  type OtaOffer,
} from './channel-manager.ts'
import { charge } from './charge.ts'
import { requireConnection } from './diagnose.ts'
import { mapOffer, summarizeMapping, toChannelRates } from './mapping/map-offer.ts'
import type { Account, Attempt, Mapping, RatePlan, Room } from './model.ts'
import { otas } from './otas.ts'
import type { Billing, Target } from './ports.ts'
import { incomplete } from './prerequisites.ts'

export interface StepDeps {
  channelManager: ChannelManager
  billing: Billing
  clock: Clock
}

/** What one attempt is about. */
export interface Order {
  target: Target
  attemptId: string
  hotelId: string
  paymentId?: string | undefined
  propertyName: string
  landlordId: string
  channelManagerPropertyId: string
  account: Account
  rooms: Room[]
  ratePlans: RatePlan[]
  /** An earlier attempt may have created the channel without learning of it. */
  mayHaveLeftChannel: boolean
}

/** What the steps find out and do, one after another. The journalled part of it is the attempt's state. */
export type ConnectionState = Attempt['state'] & {
  offer?: OtaOffer
  mapping?: Mapping
  groupId?: string
}

type ConnectionStep = Step<ConnectionState>

/** The pipeline of specification A1, rules 2 to 4, in its order. */
export const connectionSteps = (deps: StepDeps, order: Order): ConnectionStep[] => [
  testConnection(deps, order),
  reservePayment(deps, order),
  readOffer(deps, order),
  mapRoomsAndRates(order),
  findGroup(deps, order),
  createChannel(deps, order),
  checkReadiness(deps),
  activateChannel(deps),
]

/** The undoable steps alone, for taking back what an earlier attempt left behind. */
export const undoableSteps = (deps: StepDeps): ConnectionStep[] => [
  { name: 'charge', hasEffect: true, run: nothing, undo: cancelSubscription(deps) },
  { name: 'create-channel', hasEffect: true, run: nothing, undo: removeChannel(deps) },
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

const findGroup = ({ channelManager }: StepDeps, order: Order): ConnectionStep => ({
  name: 'find-group',
  hasEffect: false,
  async run() {
    const groupId = await channelManager.groupOf(order.channelManagerPropertyId)
    if (groupId !== undefined) return { groupId }
    throw incomplete(
      'The channel manager does not know the property.',
      'Reconnect the property to the first OTA',
    )
  },
})

const createChannel = (deps: StepDeps, order: Order): ConnectionStep => ({
  name: 'create-channel',
  hasEffect: true,
  async run({ groupId, offer, mapping }) {
    const rates = toChannelRates(required(mapping, 'mapping'), required(offer, 'offer'), order.ratePlans)
    return createOrAdopt(deps.channelManager, draftOf(order, required(groupId, 'groupId'), rates), order)
  },
  async undo(state) {
    await removeChannel(deps)(state)
    // Too early to look: the next attempt does, and removes what has appeared by then.
    if (state.unsettledCreate) throw new Error('the channel of a create without an answer may yet appear')
  },
})

const draftOf = (order: Order, groupId: string, rates: ChannelDraft['rates']): ChannelDraft => ({
  ota: order.target.ota,
  hotelId: order.hotelId,
  title: `${otas[order.target.ota].label} ${order.hotelId} ${order.propertyName}`.slice(0, 255),
  groupId,
  channelManagerPropertyId: order.channelManagerPropertyId,
  rates,
})

/**
 * Creates the channel. A conflict or a lost answer is looked up first: the channel may be there already, from an
 * earlier attempt of ours or from this very call.
 */
async function createOrAdopt(
  channelManager: ChannelManager,
  draft: ChannelDraft,
  { mayHaveLeftChannel }: Order,
): Promise<Partial<ConnectionState>> {
  try {
    const channel = await channelManager.createChannel(draft)
    return { channelId: channel.id, channelIsOurs: true }
  } catch (error) {
    if (error instanceof ChannelExistsError) return adopt(channelManager, draft, mayHaveLeftChannel)
    if (!(error instanceof ProviderError)) throw unsettled(draft, error)
    if (error.kind === 'permanent' && error.status === 422) throw refused(error)
    if (error.kind !== 'unknown') throw error
    return lookUpCreated(channelManager, draft, error)
  }
}

async function adopt(
  channelManager: ChannelManager,
  draft: ChannelDraft,
  mayBeOurs: boolean,
): Promise<Partial<ConnectionState>> {
  const channel = await findChannel(channelManager, draft)
  if (channel === undefined) throw connectedElsewhere(draft)
  return takeOver(channelManager, draft, channel, mayBeOurs)
}

/** Goes on with a channel that stands there, with our mapping. One that is active is not this attempt's to remove. */
async function takeOver(
  channelManager: ChannelManager,
  draft: ChannelDraft,
  channel: Channel,
  mayBeOurs: boolean,
): Promise<Partial<ConnectionState>> {
  const learned = {
    channelId: channel.id,
    channelIsOurs: mayBeOurs && !channel.isActive,
    channelWasActive: channel.isActive,
  }
  try {
    await channelManager.replaceRates(channel.id, draft)
    return learned
  } catch (error) {
    throw new StepError(learned, error)
  }
}

async function lookUpCreated(
  channelManager: ChannelManager,
  draft: ChannelDraft,
  error: ProviderError,
): Promise<Partial<ConnectionState>> {
  const channel = await findChannel(channelManager, draft).catch(() => {
    throw unsettled(draft, error)
  })
  if (channel === undefined) throw unsettled(draft, error)
  // Usually the one just created; a call that failed for other reasons may have found an older one.
  return takeOver(channelManager, draft, channel, true)
}

const unsettled = (
  { ota, hotelId, channelManagerPropertyId }: ChannelDraft,
  error: unknown,
): StepError<ConnectionState> =>
  new StepError({ unsettledCreate: { ota, hotelId, channelManagerPropertyId } }, error)

const refused = (error: ProviderError): DomainError =>
  new DomainError('mapping-failed', `The channel manager refused the mapping: ${error.message}.`, {
    nextAction: 'Compare the rooms and rates of the property with those in the extranet, then try again.',
    cause: error,
  })

const connectedElsewhere = ({ ota, hotelId }: ChannelDraft): DomainError =>
  new DomainError(
    'hotel-connected-elsewhere',
    `${otas[ota].label} property ${hotelId} is connected elsewhere already.`,
    {
      nextAction: 'Check the property ID. If it is right, have the other connection removed first.',
    },
  )

async function findChannel(
  channelManager: ChannelManager,
  {
    channelManagerPropertyId,
    ota,
    hotelId,
  }: Pick<ChannelDraft, 'channelManagerPropertyId' | 'ota' | 'hotelId'>,
): Promise<Channel | undefined> {
  const channels = await channelManager.channelsOf(channelManagerPropertyId)
  return channels.find(channel => channel.ota === ota && channel.hotelId === hotelId)
}

/** Deletes the channel this attempt made, deactivating it only when it is active. */
const removeChannel =
  ({ channelManager }: StepDeps) =>
  async ({ channelId, channelIsOurs }: ConnectionState): Promise<void> => {
    if (channelId === undefined || !channelIsOurs) return
    const channel = await channelManager.channel(channelId)
    if (channel === undefined) return
    if (channel.isActive) await channelManager.deactivate(channelId)
    await channelManager.deleteChannel(channelId)
  }

/** Deletes the channel of a create whose answer never came. An active one is somebody else's: ours was never activated. */
const removeLateChannel =
  ({ channelManager }: StepDeps) =>
  async ({ unsettledCreate }: ConnectionState): Promise<void> => {
    const channel = unsettledCreate && (await findChannel(channelManager, unsettledCreate))
    if (channel && !channel.isActive) await channelManager.deleteChannel(channel.id)
  }

const checkReadiness = ({ channelManager }: StepDeps): ConnectionStep => ({
  name: 'check-readiness',
  hasEffect: false,
  async run({ channelId }) {
    const issues = await channelManager.readinessIssues(required(channelId, 'channelId'))
    if (issues.length > 0) throw activationRefused(issues.join(', '))
    return {}
  },
})

const activateChannel = ({ channelManager }: StepDeps): ConnectionStep => ({
  name: 'activate',
  hasEffect: true,
  async run({ channelId, channelWasActive }) {
    if (channelWasActive) return {}
    const id = required(channelId, 'channelId')
    try {
      await channelManager.activate(id)
    } catch (error) {
      if (error instanceof ProviderError && error.kind === 'permanent')
        throw activationRefused(error.message, error)
      const isUnknown = error instanceof ProviderError && error.kind === 'unknown'
      if (!isUnknown || !(await channelManager.channel(id))?.isActive) throw error
    }
    return {}
  },
})

const activationRefused = (why: string, cause?: unknown): DomainError =>
  new DomainError('activation-refused', `The channel manager does not activate the channel: ${why}.`, {
    nextAction:
      'Finish the set-up in the extranet and wait for the channel manager to accept it, then try again.',
    cause,
  })

/** A step ran without what an earlier one gives: a mistake in the order of the steps. */
function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`${name} is missing`)
  return value
}
