import { afterEach, expect } from 'vitest'
import { syncThread } from '../../src/lib/chat/search/sync-thread.ts'
import type { StoredRecord } from '../../src/lib/chat/search/thread-record.ts'
import { threadRecord } from '../../src/lib/chat/search/thread-record.ts'
import { threads } from '../../src/lib/chat/thread-writes.ts'
import type { Write } from '../../src/lib/store.ts'
import { sandbox } from './chat.ts'
import { steppedClock } from './chat-deps.ts'
import { forEachTest } from './for-each-test.ts'
import { intercepted } from './intercept.ts'
import { memoryLog } from './memory-log.ts'
import { searchRecordOf } from './search-records.ts'
import { uniqueId } from './stack.ts'
import { builtContext } from './test-context.ts'
import { ownProject } from './world.ts'

/** A project and an index of the test's own, since comparing looks at everything. */
async function searchWorld() {
  const { db, close } = ownProject()
  const indexName = uniqueId('index')
  const clock = steppedClock()
  const log = memoryLog()
  const context = await builtContext({ firestore: db, clock, log }, { index: indexName, timeoutMs: 5_000 })
  const { index } = context
  const syncDeps = { ...context, index }
  // In place of the trigger, a commit is followed by the sync of its thread.
  const deps = intercepted({ ...syncDeps, log }, 'store.commit', original => async writes => {
    const ended = await original(writes)
    const [first]: readonly Partial<Write>[] = Array.isArray(writes) ? writes : []
    if (ended !== 'unresolved') await syncThread(syncDeps, first?.path?.split('/')[1] ?? '')
    return ended
  })
  return {
    db,
    index,
    indexName,
    clock,
    deps,
    syncDeps,
    records: async (): Promise<StoredRecord[]> => (await sandbox().state('algolia')).indexes[indexName] ?? [],
    stop: close,
  }
}
export type SearchWorld = Awaited<ReturnType<typeof searchWorld>>

/** A search world for each test of a file. */
export function useSearchWorld(): SearchWorld {
  const world = forEachTest(searchWorld)
  afterEach(async () => {
    await sandbox().clearFaults()
    await world.stop()
  })
  return world
}

type Fields = Record<string, unknown>

/** Stores a thread, in which fields may be missing. */
export async function putThread({ db }: SearchWorld, fields: Fields = {}): Promise<string> {
  const threadId = uniqueId('thread')
  const stored = { source: 'guest', participantIds: ['member'], needsAttention: [], version: 3, ...fields }
  await db.doc(`threads/${threadId}`).set(stored)
  return threadId
}

/** The records that the index should have: the projection of each thread. */
export async function expectedRecords(world: SearchWorld): Promise<unknown[]> {
  const found = await world.deps.store.find(threads.sound.all())
  return found.map(({ id, value }) => threadRecord(id, value))
}

export async function expectInLine(world: SearchWorld): Promise<void> {
  const expected = (await expectedRecords(world)).map(record => expect.objectContaining(record as object))
  const records = await world.records()
  expect(records).toHaveLength(expected.length)
  expect(records).toEqual(expect.arrayContaining(expected))
}

/** Stores that many threads, in which fields may be missing. */
export async function putMany({ db }: SearchWorld, count: number, fields: Fields = {}): Promise<void> {
  const writer = db.bulkWriter()
  for (let at = 0; at < count; at += 1) void writer.set(db.doc(`threads/t${at}`), { source: 'x', ...fields })
  await writer.close()
}

/** Stores a record for each way in which one can be wrong; returns the ids. */
export async function spoil(world: SearchWorld) {
  const { index } = world
  const ids = {
    missing: await putThread(world),
    behind: await putThread(world),
    different: await putThread(world),
    ahead: await putThread(world),
    right: await putThread(world),
    orphaned: uniqueId('orphan'),
  }
  await index.save(searchRecordOf(ids.behind, { version: 2 }))
  await index.save(searchRecordOf(ids.different, { version: 4, participantIds: ['somebody-else'] }))
  await index.save(searchRecordOf(ids.ahead, { version: 40 }))
  await index.save(searchRecordOf(ids.orphaned, { version: 1 }))
  const right = await world.deps.store.read(threads.at(ids.right))
  if (right) await index.save(threadRecord(ids.right, right.value))
  return ids
}
