import { findingsOf, type Seen } from './findings.ts'
import { itemWrites } from './items.ts'
import type { StoredChange, StoredState } from './ports.ts'
import { isNewVerdict, isOutdated } from './verdict.ts'
import { isStillThat, type WatchedChannel } from './watched-channel.ts'

export const nothing: StoredChange = { channel: {}, items: [] }

/** What is to be stored of what was seen of a channel, unless something has happened to it since. Pure. */
export const decide =
  (before: WatchedChannel, seen: Seen) =>
  ({ channel, items }: StoredState): StoredChange => {
    if (!channel || !isStillThat(before, channel)) return nothing
    const { verdict, offer } = seen
    const current = verdict && isOutdated(channel.verdict, verdict) ? { ...seen, verdict: undefined } : seen
    return {
      channel: {
        ...(verdict && isNewVerdict(channel.verdict, verdict) && { verdict }),
        ...(offer && !channel.offer && { offer }),
      },
      items: itemWrites(channel, findingsOf(channel, current), items),
    }
  }
