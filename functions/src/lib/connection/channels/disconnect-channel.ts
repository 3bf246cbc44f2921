import type { Actor } from '../../actor.ts'
import { bestEffort } from '../../best-effort.ts'
import { DomainError, ProviderError } from '../../errors.ts'
import type { System } from '../../ports.ts'
import type { ChannelManager } from '../channel-manager.ts'
import { changeChannel } from './change-channel.ts'
import { noteFailure, successEntry } from './channel-audit.ts'
import { disconnectEffects } from './disconnect-effects.ts'
import { loadChannel } from './load-channel.ts'
import type { ChannelContext, ChannelRef, ChannelStore } from './ports.ts'
import { asChannelProblem, busy } from './refusals.ts'
import { type Disconnect, isBusy, isSameConnection, type ReviewedChannel } from './reviewed-channel.ts'

export interface ChannelWorkDeps extends System {
  channels: ChannelStore
  channelManager: ChannelManager
}

/** Whoever is at a channel for longer is dead: no call is begun after the budget. Milliseconds. */
export const lease = 90_000
export const budget = 40_000

/** What disconnecting would do. Throws `property-not-found` or `channel-not-found`. */
export async function previewDisconnect(
  { channels }: ChannelWorkDeps,
  ref: ChannelRef,
): Promise<{ effects: string[] }> {
  const { channel, propertyName } = await loadChannel(channels, ref)
  const isSubscribed = await channels.isSubscribed(channel.value)
  return { effects: disconnectEffects(channel.value, { propertyName, isSubscribed }) }
}

/**
 * Disconnects a channel: first it is `disconnecting` here, so that nobody connects it and a sweep goes on with it; then
 * it is switched off at the channel manager; then one commit ends it. Doing it again changes nothing. Throws
 * `connection-in-progress` while somebody else is at it.
 */
export async function disconnectChannel(deps: ChannelWorkDeps, actor: Actor, ref: ChannelRef): Promise<void> {
  const { channels, clock, ids } = deps
  const startedAt = clock.now()
  const claimId = ids.claim()
  const audit = successEntry(deps, actor, 'channel.disconnect', ref)
  try {
    const context = await loadChannel(channels, ref)
    refuseWhileConnecting(context, startedAt)
    const begun = {
      id: claimId,
      claimId,
      by: actor.uid,
      at: startedAt,
      audit,
    }
    const channel = await claim(deps, ref.channelId, context.channel.value, begun)
    if (channel) await finish(deps, ref.channelId, channel, startedAt)
  } catch (error) {
    const problem = underWay(error)
    await noteFailure(deps, audit, problem)
    throw problem
  }
}

/** Goes on with a disconnecting whose process died. One that fails for longer opens an item. */
export async function finishDisconnect(deps: ChannelWorkDeps, channelId: string): Promise<void> {
  const startedAt = deps.clock.now()
  const claimed = await claim(deps, channelId, undefined, undefined)
  if (!claimed) return
  try {
    await finish(deps, channelId, claimed, startedAt)
  } catch (error) {
    await bestEffort(deps.log, 'item for a channel that is not disconnected', async () => {
      // Whoever was held up here may have been overtaken by somebody who did disconnect it.
      if (!(await isHeld(deps, channelId, claimed))) return
      await deps.channels.openItem(stuck(channelId, claimed, asChannelProblem(error), startedAt))
    })
    throw error
  }
}

async function isHeld(
  { channels }: ChannelWorkDeps,
  channelId: string,
  { disconnect }: ReviewedChannel,
): Promise<boolean> {
  const now = (await channels.channel(channelId))?.value
  return now?.status === 'disconnecting' && now.disconnect?.claimId === disconnect?.claimId
}

function refuseWhileConnecting({ attempt }: ChannelContext, now: Date): void {
  if (attempt?.status === 'running' && attempt.leaseUntil > now) throw busy('connected')
}

/**
 * Takes the right to disconnect, if there is something to disconnect: anew with `begun`, else only what somebody has
 * begun and left. Undefined when there is nothing to do.
 */
async function claim(
  deps: ChannelWorkDeps,
  channelId: string,
  meant: ReviewedChannel | undefined,
  begun: Disconnect | undefined,
): Promise<ReviewedChannel | undefined> {
  const claimId = begun?.claimId ?? deps.ids.claim()
  const channel = await changeChannel(deps, channelId, current => {
    const { status, disconnect, pendingMapping } = current
    const now = deps.clock.now()
    const leaseUntil = new Date(now.getTime() + lease)
    const isOurs = status === 'disconnecting' && disconnect?.claimId === claimId
    const isOther = meant !== undefined && !isSameConnection(meant, current)
    if (isOurs || isOther || status === 'disconnected') return 'done'
    if (isBusy(current, now)) {
      if (!begun) return 'done'
      throw busy(status === 'disconnecting' ? 'disconnected' : 'mapped')
    }
    if (status === 'disconnecting') {
      const fresh = { id: claimId, claimId, by: 'system', at: now }
      return { set: { disconnect: { ...(disconnect ?? begun ?? fresh), claimId }, leaseUntil } }
    }
    if (!begun) return 'done'
    const set = { status: 'disconnecting', disconnect: begun, leaseUntil }
    return { set, ...(pendingMapping && { clear: ['pendingMapping'] }) }
  })
  return channel.status === 'disconnecting' && channel.disconnect?.claimId === claimId ? channel : undefined
}

async function finish(
  deps: ChannelWorkDeps,
  channelId: string,
  channel: ReviewedChannel,
  startedAt: Date,
): Promise<void> {
  const { channelManager, clock } = deps
  const inTime = channelManager.within(() => startedAt.getTime() + budget - clock.now().getTime())
  try {
    await switchOff(inTime, channel.channelManagerChannelId)
  } catch (error) {
    // Whoever comes next need not wait for our lease.
    await bestEffort(deps.log, 'release of a channel', () => release(deps, channelId, channel))
    throw error
  }
  await end(deps, channelId, channel)
}

/** Looks before it acts: one that is off, or gone, is fine. An answer that was lost is looked up. */
async function switchOff(channelManager: ChannelManager, id: string): Promise<void> {
  if (!(await channelManager.channel(id))?.isActive) return
  try {
    await channelManager.deactivate(id)
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind === 'retryable') throw error
    if ((await channelManager.channel(id))?.isActive) throw error
  }
}

const release = (deps: ChannelWorkDeps, channelId: string, { disconnect }: ReviewedChannel) =>
  changeChannel(deps, channelId, current => {
    const isOurs = current.status === 'disconnecting' && current.disconnect?.claimId === disconnect?.claimId
    const now = deps.clock.now()
    return isOurs && isBusy(current, now) ? { set: { leaseUntil: now } } : 'done'
  })

const maxTries = 8

async function end(deps: ChannelWorkDeps, channelId: string, { disconnect }: ReviewedChannel): Promise<void> {
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const found = await deps.channels.channel(channelId)
    const isUnderWay =
      found?.value.status === 'disconnecting' && found.value.disconnect?.id === disconnect?.id
    // Ended by this very commit, or by whoever took over.
    if (!found || !isUnderWay) return
    const ending = { channelId, channel: found.value, revision: found.revision, at: deps.clock.now() }
    if (await deps.channels.disconnect(ending)) return
  }
  throw busy('disconnected')
}

/** A vendor that fails leaves it under way, and a sweep goes on with it: that is what there is to say. */
function underWay(error: unknown): DomainError {
  const problem = asChannelProblem(error)
  if (!(error instanceof ProviderError)) return problem
  return new DomainError(problem.code, problem.summary, {
    nextAction:
      'Disconnecting goes on by itself. Look at the channel again in a few minutes; if it still is not disconnected, tell engineering.',
    quote: problem.quote,
    retryAfterSeconds: 10,
    cause: error,
  })
}

export const stuckItemId = (channelId: string): string => `disconnect-stuck_${channelId}`

const stuck = (
  channelId: string,
  { propertyId, ota }: ReviewedChannel,
  { detail }: DomainError,
  createdAt: Date,
) => ({
  id: stuckItemId(channelId),
  kind: 'disconnect-stuck',
  detail: `The channel could not be switched off at the channel manager yet. ${detail}`,
  nextAction:
    'It is tried again every minute. If it stays so, switch the channel off at the channel manager by hand.',
  propertyId,
  ota,
  channelId,
  createdAt,
})
