import * as z from 'zod'
import type { CapName, Spend, SpendCount, SpendCounter, Spending } from '../../lib/chat/delivery/spending.ts'
import type { Clock } from '../../lib/ports.ts'
import {
  type DocumentReference,
  type DocumentSnapshot,
  FieldValue,
  type Firestore,
  type WriteBatch,
} from './client.ts'
import { addExtras } from './commit-extras.ts'
import { parsed } from './repository.ts'

/** Shards per counter, since one document takes few writes a second. All but `all` are read before each send. */
const shardCounts: Readonly<Record<CapName, number>> = { all: 32, members: 8, user: 2, thread: 1, guest: 1 }

/** How long the count of all sends is cached. Milliseconds. */
const cachedFor = 10_000
/** Retention of a day's counters. Milliseconds. */
const keptFor = 7 * 24 * 3_600_000

const stored = z.looseObject({
  count: z.number().default(0),
  isTold: z.boolean().default(false),
  liftedBy: z.string().nullish(),
})

const shardDoc = (
  db: Firestore,
  day: string,
  { cap, id }: SpendCounter,
  shard: number,
): DocumentReference => {
  const name = encodeURIComponent(id.toWellFormed()).slice(0, 1400)
  return db.doc(`spendCounters/${day}_${cap}_${shard}_${name}`)
}

const shardDocs = (db: Firestore, day: string, counter: SpendCounter): DocumentReference[] =>
  Array.from({ length: shardCounts[counter.cap] }, (_, shard) => shardDoc(db, day, counter, shard))

const expiry = (day: string): Date => new Date(Date.parse(day) + keptFor)

const isSame = (one: SpendCounter, other: SpendCounter): boolean =>
  one.cap === other.cap && one.id === other.id

/** `atMost`: the cap on all sends. While the count is near it and nobody has been told, the cache is bypassed. */
export function spending(db: Firestore, clock: Pick<Clock, 'now'>, atMost: () => number): Spending {
  let total: { day: string; readAt: number; count: SpendCount } | undefined

  const cached = (day: string, { cap }: SpendCounter): SpendCount | undefined => {
    const isFresh = total?.day === day && clock.now().getTime() - total.readAt < cachedFor
    const isOpen = total && !total.count.isTold && total.count.count >= atMost() / 2
    return cap === 'all' && isFresh && !isOpen ? total?.count : undefined
  }

  return {
    async paidSends(day, counters) {
      const readAt = clock.now().getTime()
      const wanted = counters.map(counter => ({ counter, known: cached(day, counter) }))
      const documents = wanted.flatMap(({ counter, known }) => (known ? [] : shardDocs(db, day, counter)))
      const snapshots = documents.length > 0 ? await db.getAll(documents) : []
      const byPath = new Map(snapshots.map(snapshot => [snapshot.ref.path, snapshot]))
      return wanted.map(({ counter, known }) => {
        if (known) return known
        const count = countOf(
          counter,
          shardDocs(db, day, counter).map(({ path }) => byPath.get(path)),
        )
        if (counter.cap === 'all') total = { day, readAt, count }
        return count
      })
    },

    async liftCap({ day, liftedBy, ...counter }, extras) {
      const batch = db.batch()
      batch.set(shardDoc(db, day, counter, 0), { liftedBy, expiresAt: expiry(day) }, { merge: true })
      addExtras(db, batch, extras)
      await batch.commit()
    },
  }
}

function countOf({ cap, id }: SpendCounter, shards: readonly (DocumentSnapshot | undefined)[]): SpendCount {
  const known = shards.flatMap(snapshot => (snapshot && parsed(snapshot, stored)) ?? [])
  return {
    ...{ cap, id },
    count: known.reduce((sum, { count }) => sum + count, 0),
    isTold: known.some(({ isTold }) => isTold),
    isLifted: known.some(({ liftedBy }) => typeof liftedBy === 'string'),
  }
}

/** Adds the increments of the counters to a commit. */
export function countSpend(db: Firestore, batch: WriteBatch, { day, counters, by, told }: Spend): void {
  for (const counter of counters) {
    const isTold = told.some(one => isSame(one, counter))
    if (by === 0 && !isTold) continue
    const shard = Math.floor(Math.random() * shardCounts[counter.cap])
    const fields = {
      count: FieldValue.increment(by),
      expiresAt: expiry(day),
      ...(isTold && { isTold: true }),
    }
    batch.set(shardDoc(db, day, counter, shard), fields, { merge: true })
  }
}
