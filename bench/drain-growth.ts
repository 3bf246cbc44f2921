import { deleteApp, initializeApp } from 'firebase-admin/app'
import { type Firestore, getFirestore } from 'firebase-admin/firestore'
import { store } from '../functions/src/adapters/firestore/store.ts'
import { duePage } from '../functions/src/lib/due/due-work.ts'
import { type WorkLaneDeps, workLane } from '../functions/src/lib/due/work-lane.ts'
import type { Revision } from '../functions/src/lib/ports.ts'
import { shardOf } from '../functions/src/lib/shards.ts'
import { dueKinds } from '../functions/src/triggers/due-work.ts'
import { countedReads } from '../functions/test/support/counted-reads.ts'
import { compare, median, type Result } from './result.ts'

/** The greater number of due messages. Its limit is the emulator, whose time for a page grows with the number. */
const most = Number(process.env.GROWTH ?? 10_000)
const least = 1_000
const { query } = dueKinds['chatapp-delivery']
/** Half of the smaller number, so that it fills two pages. */
const pageSize = least / 2

/** Compares reads of Firestore, and CPU for each due message, between few and many due messages. */
export async function growth(): Promise<Result[]> {
  const [few, many] = [await readsOfNextPage(least), await readsOfNextPage(most)]
  const handedOut = await timesOfPieces([1_000, 10_000, 100_000])
  const [first = 0, ...later] = handedOut
  return [
    compare(
      `documents read for a page of ${pageSize}: ${most} due messages against ${least}`,
      ...([many, few, 1, ''] as const),
    ),
    ...later.map((time, index) =>
      compare(
        `CPU of paging and pool for a due message: ${least * 10 ** (index + 1)} due messages against ${least}`,
        ...([time, first, 2, 'µs'] as const),
      ),
    ),
  ]
}

/** Reads of the second page of `count` due messages. */
async function readsOfNextPage(count: number): Promise<number> {
  await using ends = new AsyncDisposableStack()
  const app = ends.adopt(initializeApp({ projectId: `demo-growth-${count}` }, `growth-${count}`), deleteApp)
  const db = getFirestore(app)
  const now = new Date()
  await storeMessages(db, count, now)
  const { firestore, reads } = countedReads(db)
  const stored = store(firestore)
  const range = { until: now, limit: pageSize }
  const first = await duePage(stored, query, range)
  const before = reads()
  const next = await duePage(stored, query, { ...range, after: first.at(-1) })
  if (next.length !== pageSize) throw new Error(`The next page has ${next.length} pieces.`)
  return reads() - before
}

/** Stores only the fields that the query reads. */
async function storeMessages(db: Firestore, count: number, now: Date): Promise<void> {
  const writer = db.bulkWriter({ throttling: false })
  for (let number = 0; number < count; number += 1) {
    const dueAt = new Date(now.getTime() - (count - number) * 10)
    void writer.set(db.doc(`threads/t${number}/messages/m${number}`), {
      type: 'chatapp-message',
      delivery: { status: 'pending', dueAt, dueShard: shardOf(`m${number}`) },
    })
  }
  await writer.close()
}

/**
 * CPU for each message, in microseconds, for each count of due messages: medians of rounds. Each count hands out the same
 * number of messages in a round, so that the garbage to collect is equal.
 */
async function timesOfPieces(counts: readonly number[]): Promise<number[]> {
  const samples = counts.map((): number[] => [])
  for (let round = 0; round < 5; round += 1)
    for (const [index, count] of counts.entries()) {
      const store = inMemory(count)
      const times = Math.max(...counts) / count
      const began = process.cpuUsage()
      for (let time = 0; time < times; time += 1) await handOut(store, count)
      const { user, system } = process.cpuUsage(began)
      samples[index]?.push((user + system) / (count * times))
    }
  return samples.map(median)
}

async function handOut(store: WorkLaneDeps['store'], count: number): Promise<void> {
  let done = 0
  await workLane(
    {
      clock,
      log: silent,
      store,
    },
    {
      atOnce: 80,
      until: new Date(Date.now() + 60_000),
      workers: [
        {
          name: 'chatapp-delivery',
          lane: 'chatapp',
          query,
          work: async () => {
            done += 1
          },
        },
      ],
    },
  )
  if (done !== count) throw new Error(`${done} of ${count} pieces were handed out.`)
}

const clock = { now: () => new Date(), sleep: async () => {} }
const silent = { info: () => {}, warn: () => {}, error: () => {} }

function inMemory(count: number): WorkLaneDeps['store'] {
  const at = Date.now() - count
  const paths = Array.from({ length: count }, (_, number) => `threads/t/messages/m${number}`)
  const [revision, result] = ['1.0' as Revision, '1.1' as Revision]
  return {
    isTransient: async () => false,
    find: async ({ begin, most, parse }) => {
      const from = begin && 'path' in begin ? Number(begin.path.split('/m').at(-1)) + 1 : 0
      return paths.slice(from, from + (most ?? 0)).flatMap((path, index) => {
        const value = parse({ delivery: { dueAt: new Date(at + from + index) } }, path)
        return value === undefined ? [] : [{ path, id: path, value, revision }]
      })
    },
    commit: async () => ({ result, revisions: [] }),
  }
}
