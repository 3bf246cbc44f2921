import { systemActorId } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { type ItemChange, itemsAmong, itemWrites as writesOf } from '../../items/item.ts'
import { byId } from '../../store.ts'
import { type ItemWrite, itemWrites, watchItemId, watchKinds } from '../channels/channel-items.ts'
import { isUnchangedSince, type PropertyChannel } from '../channels/property-channel.ts'
import { channelPatch, readChannel } from '../channels/stored-channel.ts'
import { findingsOf, isHeldUp, type Observation, openWarnings, whyNotSelling } from './findings.ts'
import type { StoredChange, StoredState } from './ports.ts'
import { isNewVerdict, isOutdated } from './verdict.ts'

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

export const isSameReason = (before: PropertyChannel, now: PropertyChannel): boolean =>
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
