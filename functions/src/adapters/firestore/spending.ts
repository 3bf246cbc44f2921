import * as z from 'zod'
import type { Spend, SpendCaps, SpendCounter, Spending } from '../../lib/chat/delivery/spending.ts'
import type { Clock } from '../../lib/ports.ts'
import { type DocumentReference, FieldValue, type Firestore, type Write } from './client.ts'
import { extraWrites } from './commit-extras.ts'
import { parsed, set } from './repository.ts'
import type { SumQuery } from './slim/store.ts'

/** How long the counts of many together are cached. Milliseconds. */
const cachedFor = 10_000
/** Retention of a day's counters. Milliseconds. */
const keptFor = 7 * 24 * 3_600_000

const stored = z.looseObject({
  count: z.number().default(0),
  isTold: z.boolean().default(false),
  liftedBy: z.string().nullish(),
})

const counterDoc = (db: Firestore, day: string, { cap, id }: SpendCounter): DocumentReference =>
  db.doc(`spendCounters/${day}_${cap}_${encodeURIComponent(id.toWellFormed()).slice(0, 1400)}`)

const expiry = (day: string): Date => new Date(Date.parse(day) + keptFor)

/** Where nothing is sent. */
export const noCaps = (): SpendCaps => ({ all: 0, members: 0, user: 0, guest: 0 })

/** A user has a counter; all others are the sum of what was claimed on that day. */
const isCounted = ({ cap }: SpendCounter): boolean => cap === 'user'

export function spending(db: Firestore, clock: Pick<Clock, 'now'>, caps: () => SpendCaps): Spending {
  const sums = new Map<string, { readAt: number; sum: number }>()

  async function sumOf(day: string, counter: SpendCounter): Promise<number> {
    const key = `${day} ${counter.cap}`
    const known = counter.address === undefined ? sums.get(key) : undefined
    const readAt = clock.now().getTime()
    // Near its cap every send counts.
    const isFar = known && known.sum < caps()[counter.cap] / 2
    if (isFar && readAt - known.readAt < cachedFor) return known.sum
    const sum = await db.sum(claimedOn(day, counter))
    if (counter.address === undefined) sums.set(key, { readAt, sum })
    return sum
  }

  return {
    spent: (day, counters) =>
      Promise.all(
        counters.map(async counter =>
          isCounted(counter)
            ? (parsed(await counterDoc(db, day, counter).get(), stored)?.count ?? 0)
            : sumOf(day, counter),
        ),
      ),

    async spendFlags(day, counters) {
      const found = await db.getAll(counters.map(counter => counterDoc(db, day, counter)))
      return found.map(document => {
        const { isTold, liftedBy } = parsed(document, stored) ?? { isTold: false }
        return { isTold, isLifted: typeof liftedBy === 'string' }
      })
    },

    async liftCap({ day, liftedBy, ...counter }, extras) {
      const lifted = set(counterDoc(db, day, counter), { liftedBy, expiresAt: expiry(day) }, true)
      await db.commit([lifted, ...extraWrites(db, extras)])
    },
  }
}

/** What was claimed on that day, by everybody or as the counter says. */
export const claimedOn = (day: string, { cap, address }: SpendCounter): SumQuery => ({
  group: 'messages',
  where: [
    ...(address === undefined ? [] : [['delivery.to', '==', address] as const]),
    ...(cap === 'members' ? [['delivery.byMember', '==', true] as const] : []),
    ['delivery.claimedAt', '>=', new Date(day)],
  ],
  field: 'delivery.segments',
})

/** The increment of the user's counter, and what is told of. */
export const spendWrites = (db: Firestore, { day, counters, by, told }: Spend): Write[] =>
  counters.flatMap(counter => {
    const isTold = told.some(({ cap, id }) => cap === counter.cap && id === counter.id)
    const count = isCounted(counter) && by > 0 ? { count: FieldValue.increment(by) } : {}
    const fields = { ...count, ...(isTold && { isTold: true }) }
    if (Object.keys(fields).length === 0) return []
    return set(counterDoc(db, day, counter), { ...fields, expiresAt: expiry(day) }, true)
  })
