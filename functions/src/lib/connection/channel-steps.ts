import { DomainError, ProviderError } from '../errors.ts'
import { StepError } from '../pipeline.ts'
import { type ConnectionState, type ConnectionStep, type Order, required, type StepDeps } from './attempt.ts'
import {
  type Channel,
  type ChannelDraft,
  ChannelExistsError,
  type ChannelManager,
} from './channel-manager.ts'
import { toChannelRates } from './mapping/map-offer.ts'
import { otas } from './otas.ts'
import { incomplete } from './prerequisites.ts'

export const findGroup = ({ channelManager }: StepDeps, order: Order): ConnectionStep => ({
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

/** Looked for before anything is created, so that what appears afterwards is known to be this attempt's. */
export const findExistingChannel = ({ channelManager }: StepDeps, order: Order): ConnectionStep => ({
  name: 'find-channel',
  hasEffect: false,
  async run() {
    const channel = await findChannel(channelManager, placeOf(order))
    return channel ? adopted(channel, order.mayHaveLeftChannel) : {}
  },
})

/** A channel that stands there is not this attempt's to remove, unless a dead attempt of ours may have left it inactive. */
const adopted = ({ id, isActive }: Channel, mayBeOurs: boolean): Partial<ConnectionState> => ({
  channelId: id,
  channelIsOurs: mayBeOurs && !isActive,
  channelWasActive: isActive,
})

export const createChannel = (deps: StepDeps, order: Order): ConnectionStep => ({
  name: 'create-channel',
  hasEffect: true,
  async run({ groupId, offer, mapping, channelId }) {
    const rates = toChannelRates(required(mapping, 'mapping'), required(offer, 'offer'), order.ratePlans)
    const draft = draftOf(order, required(groupId, 'groupId'), rates)
    if (channelId === undefined) return create(deps.channelManager, draft)
    await deps.channelManager.replaceRates(channelId, draft)
    return {}
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

/** Creates the channel. A lost answer is looked up: there was no such channel before, so one that is there is ours. */
async function create(
  channelManager: ChannelManager,
  draft: ChannelDraft,
): Promise<Partial<ConnectionState>> {
  try {
    const channel = await channelManager.createChannel(draft)
    return { channelId: channel.id, channelIsOurs: true }
  } catch (error) {
    if (error instanceof ChannelExistsError) throw connectedElsewhere(draft)
    if (!(error instanceof ProviderError)) throw unsettled(draft, error)
    if (error.kind === 'permanent' && error.status === 422) throw refused(error)
    if (error.kind !== 'unknown') throw error
    return lookUpCreated(channelManager, draft, error)
  }
}

async function lookUpCreated(
  channelManager: ChannelManager,
  draft: ChannelDraft,
  error: ProviderError,
): Promise<Partial<ConnectionState>> {
  const channel = await findChannel(channelManager, draft).catch(() => undefined)
  if (channel === undefined) throw unsettled(draft, error)
  return { channelId: channel.id, channelIsOurs: true }
}

const unsettled = (
  { ota, hotelId, channelManagerPropertyId }: ChannelPlace,
  error: unknown,
): StepError<ConnectionState> =>
  new StepError({ unsettledCreate: { ota, hotelId, channelManagerPropertyId } }, error)

const refused = (error: ProviderError): DomainError =>
  new DomainError('mapping-failed', `The channel manager refused the mapping: ${error.message}.`, {
    nextAction: 'Compare the rooms and rates of the property with those in the extranet, then try again.',
    quote: error.quote,
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

/** Where a channel is looked for. */
type ChannelPlace = Pick<ChannelDraft, 'channelManagerPropertyId' | 'ota' | 'hotelId'>

const placeOf = ({ target, hotelId, channelManagerPropertyId }: Order): ChannelPlace => ({
  ota: target.ota,
  hotelId,
  channelManagerPropertyId,
})

async function findChannel(
  channelManager: ChannelManager,
  { channelManagerPropertyId, ota, hotelId }: ChannelPlace,
): Promise<Channel | undefined> {
  const channels = await channelManager.channelsOf(channelManagerPropertyId)
  return channels.find(channel => channel.ota === ota && channel.hotelId === hotelId)
}

/** Deletes the channel this attempt made, deactivating it only when it is active. */
export const removeChannel =
  ({ undoing }: StepDeps) =>
  async ({ channelId, channelIsOurs }: ConnectionState): Promise<void> => {
    if (channelId === undefined || !channelIsOurs) return
    const channel = await undoing.channel(channelId)
    if (channel === undefined) return
    if (channel.isActive) await undoing.deactivate(channelId)
    await undoing.deleteChannel(channelId)
  }

/** Switches a channel that is not this attempt's off again, if it was off when the attempt found it. */
export const deactivateAdopted =
  ({ undoing }: StepDeps) =>
  async ({ channelId, channelIsOurs, channelWasActive }: ConnectionState): Promise<void> => {
    if (channelId === undefined || channelIsOurs || channelWasActive !== false) return
    if ((await undoing.channel(channelId))?.isActive) await undoing.deactivate(channelId)
  }

/** Deletes the channel of a create whose answer never came. An active one is somebody else's: ours was never activated. */
export const removeLateChannel =
  ({ undoing }: StepDeps) =>
  async ({ unsettledCreate }: ConnectionState): Promise<void> => {
    const channel = unsettledCreate && (await findChannel(undoing, unsettledCreate))
    if (channel && !channel.isActive) await undoing.deleteChannel(channel.id)
  }

export const checkReadiness = ({ channelManager }: StepDeps): ConnectionStep => ({
  name: 'check-readiness',
  hasEffect: false,
  async run({ channelId }) {
    const issues = await channelManager.readinessIssues(required(channelId, 'channelId'))
    if (issues.length > 0) throw activationRefused(issues.join(', '))
    return {}
  },
})

export const activateChannel = (deps: StepDeps): ConnectionStep => ({
  name: 'activate',
  hasEffect: true,
  async run({ channelId, channelWasActive }) {
    const { channelManager } = deps
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
  undo: deactivateAdopted(deps),
})

const activationRefused = (why: string, cause?: ProviderError): DomainError =>
  new DomainError('activation-refused', `The channel manager does not activate the channel: ${why}.`, {
    nextAction:
      'Finish the set-up in the extranet and wait for the channel manager to accept it, then try again.',
    quote: cause?.quote,
    cause,
  })
