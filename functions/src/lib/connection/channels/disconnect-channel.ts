import * as z from 'zod'
import { type Actor, systemActorId } from '../../actor.ts'
import { audited, auditingFailure } from '../../audit.ts'
import { bestEffort } from '../../best-effort.ts'
import { activeFor } from '../../billing/ledger.ts'
import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { isAlive, leaseUntil } from '../../durable/lease.ts'
import { DomainError, ProviderError } from '../../errors.ts'
import { openItem } from '../../items/change-item.ts'
import { closingItems, items, itemWrites } from '../../items/item.ts'
import { ready } from '../../lazy-port.ts'
import type { ChannelManager } from '../channel-manager.ts'
import {
  asChannelProblem,
  busy,
  type ChannelRef,
  changeChannel,
  type LoadedChannel,
  loadChannel,
  successEntry,
} from './change-channel.ts'
import { watchItemId, watchKinds } from './channel-items.ts'
import { disconnectEffects, effects } from './list-channels.ts'
import { type Disconnect, isBusy, isSameConnection, type PropertyChannel } from './property-channel.ts'
import { endWrites, propertyChannels, readChannel } from './stored-channel.ts'

export type ChannelWorkDeps = Needs<'auditLog' | 'channelManager' | 'store'>

/** Time for starting calls, below a channel's lease. */
export const callBudgetMs = 40_000

export const disconnectQuery = z.looseObject({ preview: z.enum(['true', 'false']).optional() })

export const disconnectPreview = z.object({ effects: effects }).meta({ id: 'DisconnectPreview' })

/** Throws `property-not-found` or `channel-not-found`. */
export async function previewDisconnect(
  { store }: ChannelWorkDeps,
  ref: ChannelRef,
): Promise<{ effects: string[] }> {
  const { channel, propertyName } = await loadChannel(store, ref)
  const isSubscribed = (await store.find(activeFor(channel.value))).length > 0
  return { effects: disconnectEffects(channel.value, { propertyName, isSubscribed }) }
}

/**
 * Marks the channel `disconnecting` first, so that nobody connects it and a sweep can resume. Idempotent. Throws
 * `connection-in-progress` during another change.
 */
export async function disconnectChannel(deps: ChannelWorkDeps, actor: Actor, ref: ChannelRef): Promise<void> {
  const { clock, ids, store } = deps
  const startedAt = clock.now()
  await ready(deps.channelManager)
  const claimId = ids.claim()
  const audit = successEntry(deps, actor, 'channel.disconnect', ref)
  const act = async () => {
    const context = await loadChannel(store, ref)
    refuseWhileConnecting(context, startedAt)
    const started = { id: claimId, claimId, by: actor.uid, at: startedAt, audit }
    const channel = await claim(deps, ref.channelId, context.channel.value, started)
    if (channel) await finish(deps, ref.channelId, channel, startedAt)
  }
  await auditingFailure(deps, audit, act, asStartedProblem)
}

export async function finishDisconnect(deps: ChannelWorkDeps, channelId: string): Promise<void> {
  const startedAt = deps.clock.now()
  const claimed = await claim(deps, channelId, undefined, undefined)
  if (!claimed) return
  try {
    await finish(deps, channelId, claimed, startedAt)
  } catch (error) {
    await bestEffort(deps.log, 'item for a channel that is not disconnected', async () => {
      // Another process may have ended it.
      if (!(await isHeld(deps, channelId, claimed))) return
      await openItem(deps, stuckItem(channelId, claimed, asChannelProblem(error), startedAt))
    })
    throw error
  }
}

async function isHeld(
  { store }: ChannelWorkDeps,
  channelId: string,
  { disconnect }: PropertyChannel,
): Promise<boolean> {
  const now = (await readChannel(store, channelId))?.value
  return now?.status === 'disconnecting' && now.disconnect?.claimId === disconnect?.claimId
}

function refuseWhileConnecting({ attempt }: LoadedChannel, now: Date): void {
  if (attempt?.status === 'running' && isAlive(attempt, now)) throw busy('connected')
}

/** Without `started`, claims only an abandoned disconnection. */
async function claim(
  deps: ChannelWorkDeps,
  channelId: string,
  target: PropertyChannel | undefined,
  started: Disconnect | undefined,
): Promise<PropertyChannel | undefined> {
  const claimId = started?.claimId ?? deps.ids.claim()
  const channel = await changeChannel(deps, channelId, current => {
    const { status, disconnect, pendingMapping } = current
    const now = deps.clock.now()
    const renewed = { leaseUntil: leaseUntil('channel', now) }
    const isOurs = status === 'disconnecting' && disconnect?.claimId === claimId
    const isOther = target !== undefined && !isSameConnection(target, current)
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
    // The next process need not wait for our lease.
    await bestEffort(deps.log, 'release of a channel', () => release(deps, channelId, channel))
    throw error
  }
  await end(deps, channelId, channel)
}

/** A lost answer may hide a success. */
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

/** Idempotent. */
const end = (deps: ChannelWorkDeps, channelId: string, { disconnect }: PropertyChannel): Promise<void> =>
  amend(
    deps,
    {
      async read() {
        const { store } = deps
        const channel = await readChannel(store, channelId)
        const isUnderWay =
          channel?.value.status === 'disconnecting' && channel.value.disconnect?.id === disconnect?.id
        if (!channel || !isUnderWay) return undefined
        const ids = [stuckItemId(channelId), ...watchKinds.map(kind => watchItemId(kind, channelId))]
        const [open, charges, stored] = await Promise.all([
          store.readAll(ids.map(id => items.at(id))),
          store.find(activeFor(channel.value)),
          store.read(propertyChannels.any.at(channelId)),
        ])
        return { channel, open, sources: { fields: stored?.value ?? {}, charges } }
      },
      decide(state) {
        if (!state) return { result: undefined }
        const { channel, open, sources } = state
        const { id = channelId, by = systemActorId, audit } = channel.value.disconnect ?? {}
        const at = deps.clock.now()
        const moot = closingItems(open, at).flatMap(itemWrites)
        return {
          writes: [...endWrites(channel, { id, by, at }, sources), ...audited(audit), ...moot],
          result: undefined,
        }
      },
    },
    { gaveUp: () => busy('disconnected') },
  )

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
