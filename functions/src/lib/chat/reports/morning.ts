import * as z from 'zod'
import type { Actor } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { dayMs } from '../../days.ts'
import { itemKinds } from '../../items/kinds.ts'
import { recordOf } from '../../record-of.ts'
import { type ChannelName, channelNames } from '../channel-names.ts'
import { typeOf } from '../channel-types.ts'
import { messages } from '../stored-messages.ts'
import { openItems, pendingRequests } from './overview.ts'
import { type Outcome, outcomes } from './send-outcomes.ts'

const statuses: Readonly<Record<Outcome, readonly string[]>> = {
  arrived: ['delivered', 'read'],
  accepted: ['sent'],
  waiting: ['pending', 'sending'],
  failed: ['failed', 'unknown'],
}

export const morningCounts = z
  .object({
    items: z.array(z.object({ kind: z.string(), count: z.number() })).meta({
      description: 'Open items by kind; for support only messages that did not get through.',
    }),
    allItems: z.number().nullable().meta({ description: 'Null for support, as `requests`.' }),
    requests: z.number().nullable().meta({ description: 'Requests that nobody has taken up.' }),
    deliveries: z.array(z.object({ channel: z.enum(channelNames), ...recordOf(outcomes, () => z.number()) })),
    since: z.date().meta({ description: 'The begin of `deliveries`.' }),
  })
  .meta({ id: 'Morning' })
export type Morning = z.infer<typeof morningCounts>

const days = 7

/** Reads counts only. */
export async function morning({ clock, store }: Needs<'store'>, { role }: Actor): Promise<Morning> {
  const isForAll = role === 'operations'
  const kinds = isForAll ? itemKinds : (['send-failed'] as const)
  const since = new Date(clock.now().getTime() - days * dayMs)
  const sent = (channel: ChannelName, outcome: Outcome) =>
    store.count(
      messages
        .group()
        .where('type', '==', typeOf(channel))
        .where('delivery.status', 'in', statuses[outcome])
        .where('createdAt', '>=', since),
    )
  const [items, allItems, requests, deliveries] = await Promise.all([
    Promise.all(kinds.map(kind => openItems(store, kind))),
    isForAll ? openItems(store) : null,
    isForAll ? pendingRequests(store) : null,
    Promise.all(
      channelNames.map(async channel => {
        const counts = await Promise.all(outcomes.map(outcome => sent(channel, outcome)))
        return { channel, ...recordOf(outcomes, outcome => counts[outcomes.indexOf(outcome)] ?? 0) }
      }),
    ),
  ])
  return {
    items: kinds.flatMap((kind, at) => (items[at] ? [{ kind, count: items[at] }] : [])),
    allItems,
    requests,
    deliveries,
    since,
  }
}
