import { systemActorId } from '../../commit-extras.ts'
import type { Needs } from '../../context.ts'
import { change } from '../../durable/change.ts'
import type { ItemChange, ItemState } from '../../items/item.ts'
import type { Versioned } from '../../ports.ts'
import { isUnchangedSince, type PropertyChannel } from '../channels/property-channel.ts'
import { findingsOf, isHeldUp, openWarnings, type Seen, whyNotSelling } from './findings.ts'
import { type ItemWrite, itemWrites, watchItemId, watchKinds } from './items.ts'
import type { StoredChange, StoredState } from './ports.ts'
import { isNewVerdict, isOutdated } from './verdict.ts'

const nothing: StoredChange = { channel: {}, items: [] }

/** The change after observing a channel; none if the channel has changed since. Pure. */
export const decide =
  (before: PropertyChannel, seen: Seen) =>
  ({ channel, items }: StoredState): StoredChange => {
    if (!channel || !isUnchangedSince(before, channel)) return nothing
    const { verdict, offer } = seen
    const current = verdict && isOutdated(channel.verdict, verdict) ? { ...seen, verdict: undefined } : seen
    const { picture = channel.seen } = seen
    const warned = stillWarned(channel, current)
    const notSelling = seen.channel === undefined ? channel.notSelling : whyNotSelling(seen.channel)
    return {
      channel: {
        ...(verdict && isNewVerdict(channel.verdict, verdict) && { verdict }),
        ...(offer && !channel.offer && { offer }),
        ...(picture !== channel.seen && { seen: picture }),
        ...((notSelling ?? null) !== (channel.notSelling ?? null) && { notSelling }),
        ...(warned && { warned }),
      },
      isLookedAt: !isHeldUp(seen) && isSameReason(before, channel),
      items: itemWrites(channel, findingsOf(channel, current), items),
    }
  }

/** The warnings without those that are over; undefined if none is. */
function stillWarned(channel: PropertyChannel, seen: Seen): PropertyChannel['warned'] {
  const before = Object.entries(channel.warned ?? {})
  const open: readonly string[] = openWarnings(channel, seen)
  const left = before.filter(([kind]) => open.includes(kind))
  return left.length < before.length ? Object.fromEntries(left) : undefined
}

/** Whether no other reason to look at it has come up since. */
export const isSameReason = (before: PropertyChannel, now: PropertyChannel): boolean =>
  now.lookAt !== undefined && now.lookAt.getTime() === before.lookAt?.getTime()

interface VersionedState {
  channel: Versioned<PropertyChannel> | undefined
  items: ReadonlyMap<string, Versioned<ItemState>>
}

/** Changes a channel and its items in one commit. */
export const changeWatched = (
  deps: Needs<'channels' | 'items'>,
  channelId: string,
  decision: (state: StoredState) => StoredChange,
): Promise<unknown> =>
  change<VersionedState, StoredChange, unknown>(deps, {
    async read() {
      const [channel, items] = await Promise.all([
        deps.channels.read(channelId),
        deps.items.readFew(watchKinds.map(kind => watchItemId(kind, channelId))),
      ])
      return { channel, items }
    },
    decide({ channel, items }) {
      const known = watchKinds.flatMap(kind => {
        const item = items.get(watchItemId(kind, channelId))?.value
        return item ? [{ ...item, kind }] : []
      })
      const write = decision({ channel: channel?.value, items: known })
      const isNothing =
        write.items.length === 0 && Object.keys(write.channel).length === 0 && !write.isLookedAt
      return isNothing ? { result: undefined } : { write }
    },
    commit(write, { channel, items: known }) {
      const at = deps.clock.now()
      const items = write.items.map((item): ItemChange => {
        const id = watchItemId(item.kind, channelId)
        const previous = known.get(id)?.revision ?? 'none'
        return { ...itemChange(item, id, { channelId, channel: channel?.value, at }), previous }
      })
      if (!channel) return deps.items.commit({ items })
      // Writes the status unchanged, so that the commit is conditional on the channel's revision.
      const set = { status: channel.value.status, ...write.channel }
      const change = { set, ...(write.isLookedAt && { clear: ['lookAt' as const] }) }
      return deps.channels.change(channelId, channel.revision, change, { items })
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
