import type { Firestore } from 'firebase-admin/firestore'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Sandbox, sandboxCredentials, startSandbox } from '../../../sandbox/src/index.ts'
import { systemClock } from '../../src/adapters/system.ts'
import type { Store } from '../../src/lib/store.ts'
import { dueKinds } from '../../src/triggers/due-work.ts'
import { workDue } from '../../src/triggers/work-due.ts'
import { dueIds } from '../support/due.ts'
import { duePieces, type PieceKind, storePieces } from '../support/due-pieces.ts'
import { memoryLog } from '../support/memory-log.ts'
import { sandboxAt } from '../support/sandbox.ts'
import { decorated, testContext } from '../support/test-context.ts'
import { ownProjects } from '../support/world.ts'

const ownProject = ownProjects()
/** A sandbox of this file alone, as its calls are counted. */
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ credentials: sandboxCredentials })
})
afterAll(() => sandbox.close())

const now = new Date()
/** Numbers of unreadable pieces, and the sizes of the pages that a run reads. */
const heads: Record<PieceKind, { poisoned: number; pages: readonly number[] }> = {
  'chatapp-delivery': { poisoned: 2500, pages: [1000, 1000, 510, 0] },
  forwarding: { poisoned: 1500, pages: [1000, 510, 0] },
  email: { poisoned: 1500, pages: [1000, 510, 0] },
  'search-record': { poisoned: 1500, pages: [1000, 510, 0] },
}
const behind = 10

/** Runs the schedule by a stopped clock; returns the number of pieces on each page read. */
async function pagesOf(db: Firestore, kind: PieceKind): Promise<number[]> {
  const pages: number[] = []
  const countingPages = (store: Store): Store => ({
    ...store,
    async find(query) {
      const page = await store.find(query)
      if (query.collection === dueKinds[kind].query.collection && query.order.length > 0)
        pages.push(page.length)
      return page
    },
  })
  const context = testContext(
    {
      firestore: db,
      clock: { ...systemClock, now: () => now },
      log: memoryLog([]),
      decorate: (name, port) => decorated({ store: countingPages }, name, port),
    },
    { sandboxUrl: sandbox.url },
  )
  await workDue(context, [kind])
  return pages
}

it.each(Object.keys(heads) as PieceKind[])(
  'pieces behind unreadable ones wait once for the pages that those fill: %s',
  async kind => {
    const { poisoned, pages } = heads[kind]
    const { db } = ownProject()
    await storePieces(db, kind, { count: poisoned + behind, now, poisoned })
    const { vendor } = duePieces[kind]
    const progress = async () =>
      (await sandboxAt(sandbox.url).requests(vendor)).filter(({ status }) => status !== null && status < 300)
        .length
    const before = await progress()

    expect(await pagesOf(db, kind)).toEqual(pages)
    expect((await progress()) - before).toBe(behind)
    const items = await db.collection('items').where('kind', '==', 'due-work-failed').count().get()
    expect(items.data().count).toBe(poisoned)

    expect(await dueIds(db, now, kind)).toEqual([])
    expect(await pagesOf(db, kind)).toEqual([0])
  },
)
