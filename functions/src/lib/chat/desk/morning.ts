import type { Actor } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { itemKinds } from '../../items/kinds.ts'
import { type ChannelName, channelNames } from '../channels/names.ts'
import { typeOf } from '../channels/naming.ts'

/** What became of sends, from best to worst. */
export const outcomes = ['arrived', 'accepted', 'waiting', 'failed'] as const
export type Outcome = (typeof outcomes)[number]

const statuses: Readonly<Record<Outcome, readonly string[]>> = {
  arrived: ['delivered', 'read'],
  accepted: ['sent'],
  waiting: ['pending', 'sending'],
  failed: ['failed', 'unknown'],
}

export interface Morning {
  /** Open items by kind, where there are any; for support only messages that did not get through. */
  items: { kind: string; count: number }[]
  /** All open items; null for support. */
  allItems: number | null
  /** Requests that nobody has taken up; null for support. */
  requests: number | null
  /** What became of what was sent since then. */
  deliveries: ({ channel: ChannelName } & Record<Outcome, number>)[]
  since: Date
}

const days = 7
const dayMs = 86_400_000

/** What waits for somebody beside the threads, and how sends went. Reads counts alone. */
export async function morning({ clock, desk }: Needs<'desk'>, { role }: Actor): Promise<Morning> {
  const isForAll = role === 'operations'
  const kinds = isForAll ? itemKinds : (['send-failed'] as const)
  const since = new Date(clock.now().getTime() - days * dayMs)
  const wanted = channelNames.flatMap(channel =>
    outcomes.map(outcome => ({ channel, outcome, type: typeOf(channel), statuses: statuses[outcome] })),
  )
  const [items, allItems, requests, sent] = await Promise.all([
    Promise.all(kinds.map(kind => desk.openItems(kind))),
    isForAll ? desk.openItems() : null,
    isForAll ? desk.pendingRequests() : null,
    desk.deliveries(since, wanted),
  ])
  const countOf = (channel: ChannelName, outcome: Outcome): number =>
    sent[wanted.findIndex(one => one.channel === channel && one.outcome === outcome)] ?? 0
  return {
    items: kinds.flatMap((kind, at) => (items[at] ? [{ kind, count: items[at] }] : [])),
    allItems,
    requests,
    deliveries: channelNames.map(channel => ({
      channel,
      arrived: countOf(channel, 'arrived'),
      accepted: countOf(channel, 'accepted'),
      waiting: countOf(channel, 'waiting'),
      failed: countOf(channel, 'failed'),
    })),
    since,
  }
}
