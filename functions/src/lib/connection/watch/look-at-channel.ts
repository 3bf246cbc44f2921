import { systemActorId } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { ProviderError, UnreadableError } from '../../errors.ts'
import { type ItemChange, itemsAmong, itemWrites as writesOf } from '../../items/item.ts'
import { ready } from '../../lazy-port.ts'
import { byId } from '../../store.ts'
import { connectedProperties } from '../channels/booking-channel.ts'
import { type ItemWrite, itemWrites, watchItemId, watchKinds } from '../channels/channel-items.ts'
import {
  isUnchangedSince,
  isWatched,
  type PropertyChannel,
  type WarningKind,
} from '../channels/property-channel.ts'
import { channelPatch, noteReason, readChannel } from '../channels/stored-channel.ts'
import { findingsOf, isBlind, isHeldUp, type Observation, openWarnings, whyNotSelling } from './findings.ts'
import { keepWebhook } from './keep-webhook.ts'
import { type LookDeps, look } from './look.ts'
import type { StoredChange, StoredState } from './ports.ts'
import { isNewVerdict, isOutdated } from './verdict.ts'

type Deps = LookDeps & Needs<'webhooks'>

/** Idempotent. Throws UnreadableError, or ProviderError while the channel manager withholds a part. */
export async function lookAtChannel(deps: Deps, channelId: string): Promise<void> {
  await ready(deps.channelManager, deps.events, deps.webhooks)
  const channel = (await readChannel(deps.store, channelId))?.value
  if (!channel) throw new UnreadableError(`propertyChannels/${channelId} is no property channel`)
  if (!channel.lookAt) return
  if (!isWatched(channel)) {
    await changeWatched(deps, channelId, ({ channel: now }) => ({
      channel: {},
      items: [],
      isLookedAt: now !== undefined && isSameReason(channel, now),
    }))
    return
  }
  const isNew = channel.seen === undefined
  const [observation] = await Promise.all([look(deps, { channelId, channel }), isNew && keepWebhook(deps)])
  if (!observation) return
  await changeWatched(deps, channelId, decide(channel, observation))
  if (isBlind(observation) || isHeldUp(observation))
    throw new ProviderError('channel-manager', 'retryable', 'gave no usable answer')
}

export interface LookReason {
  channelManagerChannelId?: string | undefined
  warning?: WarningKind | undefined
}

/**
 * For a channel of several properties the channel manager names only the first, so the named channel is looked at,
 * too; it repeats no warning, so that is stored.
 */
export async function lookSoon(
  { clock, store }: Needs<'store'>,
  channelManagerPropertyId: string,
  { channelManagerChannelId, warning }: LookReason = {},
): Promise<void> {
  const properties = await connectedProperties(store, [channelManagerPropertyId])
  const now = clock.now()
  const named = { channelManagerChannelId }
  const all = properties.map(({ propertyId }) => ({ propertyId, ...named }))
  await Promise.all((all.length > 0 ? all : [named]).map(of => noteReason(store, of, now, warning)))
}

const nothing: StoredChange = { channel: {}, items: [] }

export const decide =
  (before: PropertyChannel, observation: Observation) =>
  ({ channel, items }: StoredState): StoredChange => {
    if (!channel || !isUnchangedSince(before, channel)) return nothing
    const { verdict, offer } = observation
    const current =
      verdict && isOutdated(channel.verdict, verdict) ? { ...observation, verdict: undefined } : observation
    const { picture = channel.seen } = observation
    const warned = stillWarned(channel, current)
    const notSelling =
      observation.channel === undefined ? channel.notSelling : whyNotSelling(observation.channel)
    return {
      channel: {
        ...(verdict && isNewVerdict(channel.verdict, verdict) && { verdict }),
        ...(offer && !channel.offer && { offer }),
        ...(picture !== channel.seen && { seen: picture }),
        ...((notSelling ?? null) !== (channel.notSelling ?? null) && { notSelling }),
        ...(warned && { warned }),
      },
      isLookedAt: !isHeldUp(observation) && isSameReason(before, channel),
      items: itemWrites(channel, findingsOf(channel, current), items),
    }
  }

function stillWarned(channel: PropertyChannel, observation: Observation): PropertyChannel['warned'] {
  const before = Object.entries(channel.warned ?? {})
  const open: readonly string[] = openWarnings(channel, observation)
  const left = before.filter(([kind]) => open.includes(kind))
  return left.length < before.length ? Object.fromEntries(left) : undefined
}

const isSameReason = (before: PropertyChannel, now: PropertyChannel): boolean =>
  now.lookAt !== undefined && now.lookAt.getTime() === before.lookAt?.getTime()

export const changeWatched = (
  deps: Needs<'store'>,
  channelId: string,
  decision: (state: StoredState) => StoredChange,
): Promise<void> =>
  amend(deps, {
    async read() {
      const [channel, items] = await Promise.all([
        readChannel(deps.store, channelId),
        deps.store.find(itemsAmong(watchKinds.map(kind => watchItemId(kind, channelId)))),
      ])
      return { channel, items: byId(items) }
    },
    decide({ channel, items: stored }) {
      const watchItems = watchKinds.flatMap(kind => {
        const item = stored.get(watchItemId(kind, channelId))?.value
        return item ? [{ ...item, kind }] : []
      })
      const write = decision({ channel: channel?.value, items: watchItems })
      const isNothing =
        write.items.length === 0 && Object.keys(write.channel).length === 0 && !write.isLookedAt
      if (isNothing) return { result: undefined }
      const at = deps.clock.now()
      const items = write.items.map((item): ItemChange => {
        const id = watchItemId(item.kind, channelId)
        const previous = stored.get(id)?.revision ?? 'none'
        return { ...itemChange(item, id, { channelId, channel: channel?.value, at }), previous }
      })
      const writes = items.flatMap(writesOf)
      if (!channel) return { writes, result: undefined }
      // Makes the commit conditional on the channel's revision.
      const set = { status: channel.value.status, ...write.channel }
      const change = { set, ...(write.isLookedAt && { clear: ['lookAt' as const] }) }
      return { writes: [channelPatch(channel, change), ...writes], result: undefined }
    },
  })

interface About {
  channelId: string
  channel: PropertyChannel | undefined
  at: Date
}

function itemChange(item: ItemWrite, id: string, { channelId, channel, at }: About): ItemChange {
  if (item.write === 'resolve') return { resolve: id, by: systemActorId, at }
  if (item.write === 'forget') return { forget: id }
  if (item.write === 'update') return { amend: { id, ...item.news }, at }
  const about = { propertyId: channel?.propertyId, ota: channel?.ota, channelId }
  return { open: { id, kind: item.kind, ...item.news, ...about, createdAt: at } }
}
