import { ProviderError } from '../../errors.ts'
import { required, StepError } from '../../pipeline.ts'
import {
  type Channel,
  type ChannelDraft,
  ChannelExistsError,
  type ChannelKey,
  type ChannelManager,
  type ChannelRate,
} from '../channel-manager.ts'
import { toChannelRates } from '../mapping/map-offer.ts'
import { hasLines } from '../mapping/mapping-difference.ts'
import { otas } from '../otas.ts'
import { refusals } from '../refusals.ts'
import { channelKeyOf } from '../target.ts'
import type { ConnectionState, ConnectionStep, Order, StepDeps } from './order.ts'
import { connectedElsewhere, otherHolder, otherUser } from './other-holders.ts'

export const findGroup = ({ channelManager }: StepDeps, order: Order): ConnectionStep => ({
  name: 'find-group',
  hasEffect: false,
  run: async () => ({ groupId: await requireGroup(channelManager, order.facts.channelManagerPropertyId) }),
})

export async function requireGroup(
  channelManager: ChannelManager,
  channelManagerPropertyId: string,
): Promise<string> {
  const groupId = await channelManager.groupOf(channelManagerPropertyId)
  if (groupId !== undefined) return groupId
  throw refusals.incomplete(
    'The channel manager does not know the property.',
    'Reconnect the property to the first OTA',
  )
}

/** Once, before any create: a later channel is this attempt's. */
export const findExistingChannel = (deps: StepDeps, order: Order): ConnectionStep => ({
  name: 'find-channel',
  hasEffect: false,
  async run({ lookedForChannel, unsettledCreate }) {
    if (lookedForChannel) return {}
    const channel = await findChannel(deps.channelManager, order.facts)
    const state = channel && (await adopted(deps, order, channel, unsettledCreate !== undefined))
    return { lookedForChannel: true, ...state }
  },
})

/** Without an earlier create, the channel is not ours to remove. */
async function adopted(
  deps: StepDeps,
  order: Order,
  channel: Channel,
  mayBeOurs: boolean,
): Promise<Partial<ConnectionState>> {
  const { id, isActive, currency, rates } = channel
  const user = await otherUser(deps, order.facts, channel)
  // This channel is no result of our create.
  if (user) throw new StepError<ConnectionState>(createResolved, connectedElsewhere(order.facts, user))
  return {
    channelId: id,
    foundRates: rates,
    ...(currency !== null && { currency }),
    channelIsOurs: mayBeOurs && !isActive,
    channelWasActive: isActive,
  }
}

export const createChannel = (deps: StepDeps, order: Order): ConnectionStep => ({
  name: 'create-channel',
  hasEffect: true,
  async run(state) {
    const draft = draftOf(order, state)
    if (state.channelId === undefined) return create(deps, order, draft, state.unsettledCreate !== undefined)
    await replaceRates(deps, state.channelId, draft, await presentRates(deps, state.channelId, state))
    return createResolved
  },
  // An existing channel only got our rates: safe to repeat.
  lookUp: async ({ channelId }) => (channelId === undefined ? lookUpCreated(deps, order.facts) : undefined),
  result: ({ channelId = null, channelIsOurs = false }) => ({ channelId, created: channelIsOurs }),
  compensate: removeChannel(deps),
})

const presentRates = async (
  { channelManager }: StepDeps,
  id: string,
  { foundRates }: ConnectionState,
): Promise<ChannelRate[]> => foundRates ?? (await channelManager.channel(id))?.rates ?? []

const createResolved: Partial<ConnectionState> = { unsettledCreate: undefined }

function draftOf(order: Order, { groupId, offer, mapping }: ConnectionState): ChannelDraft {
  const rates = toChannelRates(required(mapping, 'mapping'), required(offer, 'offer'), order.ratePlans)
  return channelDraft(
    { ...channelKeyOf(order.facts), groupId: required(groupId, 'groupId'), rates },
    order.propertyName,
  )
}

export const channelDraft = (draft: Omit<ChannelDraft, 'title'>, propertyName: string): ChannelDraft => ({
  ...draft,
  title: `${otas[draft.ota].label} ${draft.hotelId} ${propertyName}`.slice(0, 255),
})

/** No channel existed before: an existing one is ours. */
async function create(
  deps: StepDeps,
  order: Order,
  draft: ChannelDraft,
  mayBeThere: boolean,
): Promise<Partial<ConnectionState>> {
  let channel: Channel
  try {
    channel = await deps.channelManager.createChannel(draft)
  } catch (error) {
    if (error instanceof ChannelExistsError)
      return adoptOnConflict(deps, order, draft, mayBeThere || error.mayBeOurs)
    if (!(error instanceof ProviderError)) throw unanswered(deps, draft, error)
    if (error.kind !== 'unknown') throw asRefusal(error)
    const creation = await lookUpCreated(deps, draft)
    if (creation) return creation
    throw unanswered(deps, draft, error)
  }
  return made(deps, channel, draft)
}

/** Stores the hotel id as text. */
async function made(
  { channelManager }: StepDeps,
  channel: Channel,
  { hotelId }: ChannelKey,
): Promise<Partial<ConnectionState>> {
  const state = createdAs(channel)
  if (!channel.hotelIdIsNumber) return state
  try {
    await channelManager.writeHotelId(channel.id, hotelId)
  } catch (error) {
    throw new StepError<ConnectionState>(state, error)
  }
  return state
}

const createdAs = ({ id, currency }: Channel): Partial<ConnectionState> => ({
  ...createResolved,
  channelId: id,
  ...(currency !== null && { currency }),
  channelIsOurs: true,
})

async function lookUpCreated(deps: StepDeps, key: ChannelKey): Promise<Partial<ConnectionState> | undefined> {
  const channel = await findChannel(deps.channelManager, key).catch((error: unknown) => {
    throw unanswered(deps, key, error)
  })
  return channel && made(deps, channel, key)
}

/** The other channel may be an earlier create of ours. */
async function adoptOnConflict(
  deps: StepDeps,
  order: Order,
  draft: ChannelDraft,
  mayBeOurs: boolean,
): Promise<Partial<ConnectionState>> {
  const channel = await findChannel(deps.channelManager, draft)
  if (!channel) throw connectedElsewhere(draft, await otherHolder(deps, order.facts, draft))
  const state = await adopted(deps, order, channel, mayBeOurs)
  try {
    await replaceRates(deps, channel.id, draft, channel.rates)
  } catch (error) {
    throw new StepError<ConnectionState>(state, error)
  }
  return { ...state, ...createResolved }
}

const unanswered = ({ clock }: StepDeps, key: ChannelKey, error: unknown): StepError<ConnectionState> =>
  new StepError({ unsettledCreate: { ...channelKeyOf(key), at: clock.now() } }, error)

async function replaceRates(
  { channelManager }: StepDeps,
  id: string,
  draft: ChannelDraft,
  present: readonly ChannelRate[],
): Promise<void> {
  try {
    await channelManager.replaceRates(id, draft, present)
  } catch (error) {
    throw asRefusal(error)
  }
}

/** Invalid rates stay invalid: a refusal. */
const asRefusal = (error: unknown): unknown =>
  error instanceof ProviderError && error.kind === 'permanent' && error.status === 422
    ? refusals.linesRefused({ quote: error.quote, cause: error })
    : error

async function findChannel(
  channelManager: ChannelManager,
  { channelManagerPropertyId, ota, hotelId }: ChannelKey,
): Promise<Channel | undefined> {
  const channels = await channelManager.channelsOf(channelManagerPropertyId)
  return channels.find(channel => channel.ota === ota && channel.hotelId === hotelId)
}

/** Later an unanswered create counts as failed. Milliseconds. */
const lateCreateMs = 45_000

export const removeChannel =
  ({ compensating, clock }: StepDeps) =>
  async ({ channelId, channelIsOurs, unsettledCreate }: ConnectionState): Promise<void> => {
    if (channelId !== undefined) {
      if (channelIsOurs) await removeOurs(compensating, channelId)
      return
    }
    if (!unsettledCreate) return
    const channel = await findChannel(compensating, unsettledCreate)
    // An active channel is not ours.
    if (channel && !channel.isActive) return compensating.deleteChannel(channel.id)
    if (!channel && clock.now().getTime() - unsettledCreate.at.getTime() < lateCreateMs)
      throw new Error('the channel of a create without an answer may yet appear')
  }

async function removeOurs(compensating: ChannelManager, channelId: string): Promise<void> {
  const channel = await compensating.channel(channelId)
  if (channel === undefined) return
  if (channel.isActive) await compensating.deactivate(channelId)
  await compensating.deleteChannel(channelId)
}

/** The channel may have older rates. */
export const alignRates = (deps: StepDeps, order: Order): ConnectionStep => ({
  name: 'align-rates',
  hasEffect: false,
  async run(state) {
    if (!order.isResumed) return {}
    const id = required(state.channelId, 'channelId')
    const draft = draftOf(order, state)
    const channel = await deps.channelManager.channel(id)
    const present = channel?.rates ?? []
    if (!hasLines(present, draft.rates)) await replaceRates(deps, id, draft, present)
    return {}
  },
})

export const checkReadiness = ({ channelManager }: StepDeps): ConnectionStep => ({
  name: 'check-readiness',
  hasEffect: false,
  async run({ channelId, channelWasActive }) {
    if (channelWasActive) return {}
    const issues = await channelManager.readinessIssues(required(channelId, 'channelId'))
    if (issues.length > 0) throw refusals.notActivated({ quote: issues.join('; ') })
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
        throw refusals.notActivated({ quote: error.quote, cause: error })
      const isUnknown = error instanceof ProviderError && error.kind === 'unknown'
      if (!isUnknown || !(await channelManager.channel(id))?.isActive) throw error
    }
    return {}
  },
  async lookUp({ channelId }) {
    const channel = await deps.channelManager.channel(required(channelId, 'channelId'))
    return channel?.isActive ? {} : undefined
  },
  compensate: deactivateAdopted(deps),
})

export const deactivateAdopted =
  ({ compensating }: StepDeps) =>
  async ({ channelId, channelIsOurs, channelWasActive }: ConnectionState): Promise<void> => {
    if (channelId === undefined || channelIsOurs || channelWasActive !== false) return
    if ((await compensating.channel(channelId))?.isActive) await compensating.deactivate(channelId)
  }
