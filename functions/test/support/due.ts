import type { Firestore } from 'firebase-admin/firestore'
import { firestoreWith } from '../../src/adapters/firestore/sdk.ts'
import { store } from '../../src/adapters/firestore/store.ts'
import { bestEffort } from '../../src/lib/best-effort.ts'
import type { Context } from '../../src/lib/context.ts'
import { duePage } from '../../src/lib/due/due-work.ts'
import { type DueKindName, dueKinds, type RoundName, rounds } from '../../src/triggers/due-work.ts'
import { workDue } from '../../src/triggers/work-due.ts'

export type Sweep = (context: Context) => Promise<void>

const kinds =
  (...names: DueKindName[]): Sweep =>
  async context =>
    void (await workDue(context, names))
const round =
  (name: RoundName): Sweep =>
  context =>
    bestEffort(context.log, name, () => rounds[name].run(context))

/** Sweeps, in the parts that tests ask for. */
export const sweeps = {
  deliveries: kinds('chatapp-delivery', 'sms-delivery', 'look-up', 'sent-check'),
  forwardings: kinds('forwarding'),
  searchRecords: kinds('search-record'),
  emails: kinds('email'),
  connections: kinds('attempt'),
  channelWork: kinds('channel-work'),
  pulls: kinds('pull'),
  inbound: round('inbound-catch-up'),
  lateMessages: kinds('late-message'),
  activeChannels: round('channel-watch'),
}

/** Due work of these kinds by then: the last ids of the paths, oldest first. */
export async function dueIds(db: Firestore, now: Date, ...names: DueKindName[]): Promise<string[]> {
  const pages = await Promise.all(
    names.map(name => duePage(store(firestoreWith(db)), dueKinds[name].query, { until: now, limit: 5_000 })),
  )
  return pages.flat().map(({ ids }) => ids.at(-1) ?? '')
}
