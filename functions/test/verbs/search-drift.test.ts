import { describe, expect, it } from 'vitest'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import type { CompareDeps } from '../../src/lib/chat/search/compare-threads.ts'
import { noDrift } from '../../src/lib/chat/search/drift.ts'
import { type ReindexOptions, reindex } from '../../src/lib/chat/search/reindex.ts'
import { syncThread } from '../../src/lib/chat/search/sync-thread.ts'
import { sandbox } from '../support/chat.ts'
import { input, staffActor } from '../support/chat-deps.ts'
import { intercepted } from '../support/intercept.ts'
import { searchRecordOf } from '../support/search-records.ts'
import {
  expectedRecords,
  expectInLine,
  putMany,
  putThread,
  type SearchWorld,
  spoil,
  useSearchWorld,
} from '../support/search-world.ts'
import { uniqueId } from '../support/stack.ts'
import { builtContext } from '../support/test-context.ts'

const world = useSearchWorld()

/** The drift that `spoil` causes: one of every kind. */
const everyDrift = { threads: 5, missing: 1, behind: 1, different: 1, ahead: 1, orphaned: 1 }
const quietly = { isDryRun: false, removesManyOrphans: false, onProgress: () => {} }

const indexFails = (path: string, more: { status?: number; times?: number } = {}) =>
  sandbox().fault({ vendor: 'algolia', path, mode: 'status', status: 503, ...more })

const repairAll = (
  { deps }: SearchWorld,
  options: Partial<ReindexOptions> = {},
  more: Partial<CompareDeps> = {},
) => reindex({ ...deps, ...more }, { ...quietly, ...options })

const orphans = (count: number) => Array.from({ length: count }, (_, at) => searchRecordOf(`orphan-${at}`))

const writesOf = async () =>
  (await sandbox().requests('algolia')).filter(
    ({ path }) => /\/(batch|partial)/.test(path) && path.includes(world.indexName),
  )

const byId = (records: unknown[]) =>
  records.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))

const versionOf = async (threadId: string): Promise<unknown> =>
  (await world.db.doc(`threads/${threadId}`).get()).get('version')

describe('reindex', () => {
  it('repairs every kind of drift, and counts it, sets the index up, and finds nothing more after that', async () => {
    await spoil(world)
    expect(await repairAll(world)).toMatchObject({ ...everyDrift, failed: 0 })
    await expectInLine(world)
    const before = await world.records()
    expect(await repairAll(world)).toMatchObject({ ...noDrift(), threads: 5, setUp: false })
    expect(await world.records()).toEqual(before)
    expect((await sandbox().state('algolia')).settings[world.indexName].customRanking).toEqual([
      'desc(updatedAt)',
    ])
  })

  it('raises the version of a thread only where the index would refuse its record', async () => {
    const ids = await spoil(world)
    await repairAll(world)
    const { missing, behind, different, ahead, right } = ids
    const versions = await Promise.all([missing, behind, different, ahead, right].map(versionOf))
    expect(versions).toEqual([3, 3, 4, 40, 3])
  })

  it('loses no message that is posted meanwhile', async () => {
    const ids = [await putThread(world), await putThread(world)]
    await world.index.save(searchRecordOf(ids[0] ?? '', { version: 500 }))
    await world.index.save(searchRecordOf(ids[1] ?? '', { version: 4 }))
    const deps = await builtContext({ firestore: world.db })
    const post = async (threadId: string) => {
      await createMessage(deps, staffActor(), input(threadId))
      await syncThread(world.syncDeps, threadId)
    }
    await Promise.all([repairAll(world), ...ids.flatMap(id => [post(id), post(id), post(id), post(id)])])
    await repairAll(world)
    await expectInLine(world)
    for (const id of ids) expect((await world.db.collection(`threads/${id}/messages`).get()).size).toBe(4)
  })

  it('reports a thread that it cannot read, and goes on', async () => {
    await world.db.doc(`threads/${uniqueId('broken')}`).set({ source: 5 })
    const threadId = await putThread(world)
    expect(await repairAll(world)).toMatchObject({ threads: 2, missing: 1, failed: 1 })
    expect(await world.records()).toMatchObject([{ threadId }])
  })

  it('leaves the records alone when there is no thread at all', async () => {
    await world.index.save(searchRecordOf(uniqueId('orphan')))
    const refused = await repairAll(world).catch(String)
    expect(await world.records()).toHaveLength(1)
    expect(JSON.stringify(refused)).not.toContain('"repaired":1')
  })

  it('changes nothing in a dry run, and tells what it would do', async () => {
    await spoil(world)
    const state = async () => ({
      records: byId([...(await world.records())]),
      threads: await expectedRecords(world),
      settings: (await sandbox().state('algolia')).settings[world.indexName],
    })
    const before = await state()
    expect(await repairAll(world, { isDryRun: true })).toEqual({
      ...noDrift(),
      ...everyDrift,
      setUp: true,
      leftovers: 0,
    })
    expect(await state()).toEqual(before)
  })

  it('tells how far it is, page after page', async () => {
    await putMany(world, 501)
    const progress: [number, number][] = []
    const onProgress = (counts: { threads: number }, total: number) =>
      void progress.push([counts.threads, total])
    const report = await repairAll(world, { onProgress })
    expect(progress).toEqual([
      [500, 501],
      [501, 501],
    ])
    expect(report).toMatchObject({ missing: 501, repaired: 501 })
    await expectInLine(world)
  })

  it('writes a page in one call', async () => {
    for (let at = 0; at < 3; at += 1) await putThread(world)
    expect(await repairAll(world)).toMatchObject({ missing: 3, repaired: 3, failed: 0 })
    expect((await writesOf()).map(({ path, status }) => [path.includes('/batch'), status])).toEqual([
      [true, 200],
    ])
    await expectInLine(world)
  })

  it.each([400, 503])('makes each record due where the call fails with %i', async status => {
    const ids = [await putThread(world), await putThread(world)]
    await indexFails(`${world.indexName}/batch`, { status })
    expect(await repairAll(world)).toMatchObject({ missing: 2, repaired: 0, failed: 2 })
    const due = await world.db.collection('staleRecords').get()
    expect(due.docs.map(({ id }) => id).sort()).toEqual(ids.toSorted())
  })

  it('leaves the record of a thread that it has raised to the sync of the thread', async () => {
    const { missing, behind } = await spoil(world)
    await repairAll(world)
    const batches = (await writesOf()).filter(({ path }) => path.includes('/batch'))
    const written = batches.flatMap(({ body }) =>
      body.requests.map((request: { body: { objectID: string } }) => request.body.objectID),
    )
    expect(written.sort()).toEqual([missing, behind].sort())
  })

  it('finds no drift in messages posted between its reads', async () => {
    const threadId = await putThread(world)
    await syncThread(world.syncDeps, threadId)
    const { store } = intercepted(world.deps, 'store.find', original => async page => {
      const listed = await original(page)
      await createMessage(await builtContext({ firestore: world.db }), staffActor(), input(threadId))
      await syncThread(world.syncDeps, threadId)
      return listed
    })
    const report = await repairAll(world, { isDryRun: true }, { store })
    expect(report).toMatchObject({ threads: 1, ahead: 0, behind: 0, different: 0 })
  })

  it('keeps more than 20 records without a thread, unless it is told to remove them', async () => {
    await putThread(world)
    await world.index.saveAll(orphans(21))
    for (const isDryRun of [true, false]) {
      expect(await repairAll(world, { isDryRun })).toMatchObject({ orphaned: 21, leftovers: 21 })
    }
    expect(await world.records()).toHaveLength(22)
    expect(await repairAll(world, { removesManyOrphans: true })).toMatchObject({ orphaned: 21, leftovers: 0 })
    await expectInLine(world)
  })

  it('removes 20 records without a thread', async () => {
    await putThread(world)
    await world.index.saveAll(orphans(20))
    expect(await repairAll(world)).toMatchObject({ orphaned: 20, leftovers: 0 })
    await expectInLine(world)
  })
})
