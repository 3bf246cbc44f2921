import type { Actor } from '../../actor.ts'
import { auditingFailure } from '../../audit.ts'
import { bestEffort } from '../../best-effort.ts'
import { systemActorId } from '../../commit-extras.ts'
import type { Needs } from '../../context.ts'
import { change } from '../../durable/change.ts'
import { isAlive, leaseUntil } from '../../durable/lease.ts'
import { DomainError, ProviderError } from '../../errors.ts'
import { openItem } from '../../items/change-item.ts'
import type { ItemChange } from '../../items/item.ts'
import { ready } from '../../lazy-port.ts'
import type { Versioned } from '../../ports.ts'
import type { ChannelManager } from '../channel-manager.ts'
import { watchItemId, watchKinds } from '../watch/items.ts'
import { asChannelProblem, busy, changeChannel, loadChannel, successEntry } from './change-channel.ts'
import { disconnectEffects } from './list-channels.ts'
import type { ChannelContext, ChannelRef, Disconnected } from './ports.ts'
import { type Disconnect, isBusy, isSameConnection, type PropertyChannel } from './property-channel.ts'

export type ChannelWorkDeps = Needs<'auditLog' | 'channelManager' | 'channels' | 'items' | 'reservations'>

/** No channel manager call starts after this; well within a channel's lease. */
export const callBudgetMs = 40_000

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
 * Disconnects a channel: marks it `disconnecting`, so that nobody connects it and a sweep can resume; deactivates it at
 * the channel manager; ends it in one commit. Idempotent. Throws `connection-in-progress` while somebody else changes
 * it.
 */
export async function disconnectChannel(deps: ChannelWorkDeps, actor: Actor, ref: ChannelRef): Promise<void> {
  const { channels, clock, ids } = deps
  const startedAt = clock.now()
  await ready(deps.channelManager)
  const claimId = ids.claim()
  const audit = successEntry(deps, actor, 'channel.disconnect', ref)
  const act = async () => {
    const context = await loadChannel(channels, ref)
    refuseWhileConnecting(context, startedAt)
    const started = { id: claimId, claimId, by: actor.uid, at: startedAt, audit }
    const channel = await claim(deps, ref.channelId, context.channel.value, started)
    if (channel) await finish(deps, ref.channelId, channel, startedAt)
  }
  await auditingFailure(deps, audit, act, asStartedProblem)
}

/** Resumes an interrupted disconnection. Another failure opens an item. */
export async function finishDisconnect(deps: ChannelWorkDeps, channelId: string): Promise<void> {
  const startedAt = deps.clock.now()
  const claimed = await claim(deps, channelId, undefined, undefined)
  if (!claimed) return
  try {
    await finish(deps, channelId, claimed, startedAt)
  } catch (error) {
    await bestEffort(deps.log, 'item for a channel that is not disconnected', async () => {
      // Another process may have taken over and disconnected it meanwhile.
      if (!(await isHeld(deps, channelId, claimed))) return
      await openItem(deps, stuckItem(channelId, claimed, asChannelProblem(error), startedAt))
    })
    throw error
  }
}

async function isHeld(
  { channels }: ChannelWorkDeps,
  channelId: string,
  { disconnect }: PropertyChannel,
): Promise<boolean> {
  const now = (await channels.read(channelId))?.value
  return now?.status === 'disconnecting' && now.disconnect?.claimId === disconnect?.claimId
}

function refuseWhileConnecting({ attempt }: ChannelContext, now: Date): void {
  if (attempt?.status === 'running' && isAlive(attempt, now)) throw busy('connected')
}

/**
 * Claims a disconnection: a new one with `started`, otherwise only an abandoned one. Undefined if there is nothing to
 * do.
 */
async function claim(
  deps: ChannelWorkDeps,
  channelId: string,
  meant: PropertyChannel | undefined,
  started: Disconnect | undefined,
): Promise<PropertyChannel | undefined> {
  const claimId = started?.claimId ?? deps.ids.claim()
  const channel = await changeChannel(deps, channelId, current => {
    const { status, disconnect, pendingMapping } = current
    const now = deps.clock.now()
    const renewed = { leaseUntil: leaseUntil('channel', now) }
    const isOurs = status === 'disconnecting' && disconnect?.claimId === claimId
    const isOther = meant !== undefined && !isSameConnection(meant, current)
    if (isOurs || isOther || status === 'disconnected') return 'done'
    if (isBusy(current, now)) {
      if (!started) return 'done'
      throw busy(status === 'disconnecting' ? 'disconnected' : 'mapped')
    }
    if (status === 'disconnecting') {
      const fresh = { id: claimId, claimId, by: 'system', at: now }
      return { set: { disconnect: { ...(disconnect ?? started ?? fresh), claimId }, ...renewed } }
    }
    if (!started) return 'done'
    const set = { status: 'disconnecting', disconnect: started, ...renewed }
    return { set, ...(pendingMapping && { clear: ['pendingMapping'] }) }
  })
  return channel.status === 'disconnecting' && channel.disconnect?.claimId === claimId ? channel : undefined
}

async function finish(
  deps: ChannelWorkDeps,
  channelId: string,
  channel: PropertyChannel,
  startedAt: Date,
): Promise<void> {
  const { channelManager, clock } = deps
  const inTime = channelManager.within(() => startedAt.getTime() + callBudgetMs - clock.now().getTime())
  try {
    await deactivate(inTime, channel.channelManagerChannelId)
  } catch (error) {
    // So that the next one need not wait for our lease.
    await bestEffort(deps.log, 'release of a channel', () => release(deps, channelId, channel))
    throw error
  }
  await end(deps, channelId, channel)
}

/** Looks before it acts: inactive or gone is fine. After a lost answer it looks again. */
async function deactivate(channelManager: ChannelManager, id: string): Promise<void> {
  if (!(await channelManager.channel(id))?.isActive) return
  try {
    await channelManager.deactivate(id)
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind === 'retryable') throw error
    if ((await channelManager.channel(id))?.isActive) throw error
  }
}

const release = (deps: ChannelWorkDeps, channelId: string, { disconnect }: PropertyChannel) =>
  changeChannel(deps, channelId, current => {
    const isOurs = current.status === 'disconnecting' && current.disconnect?.claimId === disconnect?.claimId
    const now = deps.clock.now()
    return isOurs && isBusy(current, now) ? { set: { leaseUntil: now } } : 'done'
  })

/** Ends it and its items in one commit. Idempotent, also if another process has ended it. */
const end = (deps: ChannelWorkDeps, channelId: string, { disconnect }: PropertyChannel): Promise<unknown> =>
  change<Versioned<PropertyChannel> | undefined, Disconnected, unknown>(
    deps,
    {
      read: () => deps.channels.read(channelId),
      decide: found => {
        const isUnderWay =
          found?.value.status === 'disconnecting' && found.value.disconnect?.id === disconnect?.id
        if (!found || !isUnderWay) return { result: undefined }
        const { id = channelId, by = systemActorId } = found.value.disconnect ?? {}
        return {
          write: {
            channelId,
            channel: found.value,
            revision: found.revision,
            end: { id, by, at: deps.clock.now() },
          },
        }
      },
      commit: async write =>
        deps.channels.disconnect(write, {
          items: await closingItems(deps, write),
          audits: [write.channel.disconnect?.audit],
        }),
    },
    { gaveUp: () => busy('disconnected') },
  )

/** The open items about a channel, moot once it is disconnected. */
async function closingItems(
  { items }: ChannelWorkDeps,
  { channelId, end: { at } }: Disconnected,
): Promise<ItemChange[]> {
  const ids = [stuckItemId(channelId), ...watchKinds.map(kind => watchItemId(kind, channelId))]
  const stored = await items.read(ids)
  return [...stored].flatMap(([id, { value, revision }]) =>
    value.isOpen ? [{ resolve: id, by: systemActorId, at, previous: revision }] : [],
  )
}

/** After a vendor failure the disconnection stays in progress, and a sweep resumes it. */
function asStartedProblem(error: unknown): DomainError {
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

const stuckItemId = (channelId: string): string => `disconnect-stuck_${channelId}`

const stuckItem = (
  channelId: string,
  { propertyId, ota }: PropertyChannel,
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
