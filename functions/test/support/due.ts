import type { Firestore } from 'firebase-admin/firestore'
import { firestoreWith } from '../../src/adapters/firestore/sdk.ts'
import { store } from '../../src/adapters/firestore/store.ts'
import { bestEffort } from '../../src/lib/best-effort.ts'
import type { Context } from '../../src/lib/context.ts'
import { duePage } from '../../src/lib/due/due-work.ts'
import { shardOf } from '../../src/lib/shards.ts'
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

/** Stores untried messages, one of each guest, the first one oldest; `name` keeps those of several calls apart. */
export async function storeDue(
  db: Firestore,
  { count, now, name = '' }: { count: number; now: Date; name?: string },
): Promise<void> {
  // An emulator needs no time to grow into the load.
  const writer = db.bulkWriter({ throttling: false })
  for (let number = 0; number < count; number += 1) {
    const [id, thread] = [`m${name}${number}`, `t${name}${number}`]
    const [guestId, reservationId] = [`g${name}${number}`, `r${name}${number}`]
    const at = new Date(now.getTime() - (count - number) * 1000)
    const home = { source: 'guest', participantIds: ['staff'], needsAttention: [], reservationId }
    void writer.set(db.doc(`guests/${guestId}`), { name: 'Maria', phone: `+49151${10_000_000 + number}` })
    void writer.set(db.doc(`reservations/${reservationId}`), { guestId })
    void writer.set(db.doc(`threads/${thread}`), home)
    void writer.set(db.doc(`threads/${thread}/messages/${id}`), {
      messageId: id,
      threadId: thread,
      authorId: 'staff',
      createdAt: at,
      source: 'platform',
      body: `text ${number}`,
      type: 'chatapp-message',
      contentType: 'text',
      delivery: {
        reservationId,
        status: 'pending',
        attempts: 0,
        dueAt: at,
        dueShard: shardOf(id),
        sendUntil: new Date(now.getTime() + 24 * 3_600_000),
      },
    })
  }
  await writer.close()
}
