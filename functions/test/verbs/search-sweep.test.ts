import { describe, expect, it } from 'vitest'
import { syncLater } from '../../src/lib/chat/search/sync-thread.ts'
import type { Context } from '../../src/lib/context.ts'
import { syncThreadById } from '../../src/triggers/documents.ts'
import { sandbox } from '../support/chat.ts'
import { sweeps } from '../support/due.ts'
import { searchRecordOf } from '../support/search-records.ts'
import { expectedRecords, putThread, useSearchWorld } from '../support/search-world.ts'
import { uniqueId } from '../support/stack.ts'

const world = useSearchWorld()

const servicesWith = (deps: Partial<Context> = {}): Context => ({
  ...world.syncDeps,
  ...deps,
})

const markOf = async (threadId: string) => (await world.db.doc(`staleRecords/${threadId}`).get()).get('dueAt')
const isMarked = async (threadId: string): Promise<boolean> => (await markOf(threadId)) !== undefined

describe('the sweep of search records', () => {
  it('writes the record of a marked thread, and forgets the mark', async () => {
    const threadId = await putThread(world)
    await syncLater(world.syncDeps, threadId)
    await sweeps.searchRecords(servicesWith())
    expect(await world.records()).toEqual(await expectedRecords(world))
    expect(await isMarked(threadId)).toBe(false)
  })

  it('keeps a mark that is renewed while it writes', async () => {
    const threadId = await putThread(world)
    await syncLater(world.syncDeps, threadId)
    const save: typeof world.index.save = async record => {
      await world.index.save(record)
      await syncLater(world.syncDeps, threadId)
    }
    await sweeps.searchRecords(servicesWith({ index: { ...world.index, save } }))
    expect(await isMarked(threadId)).toBe(true)
  })

  it('quarantines a thread that it cannot read, and opens an item', async () => {
    const broken = uniqueId('broken')
    await world.db.doc(`threads/${broken}`).set({ source: 5 })
    await syncLater(world.syncDeps, broken)
    const threadId = await putThread(world)
    await syncLater(world.syncDeps, threadId)
    const before = await markOf(broken)
    await sweeps.searchRecords(servicesWith())
    expect(await isMarked(threadId)).toBe(false)
    expect((await markOf(broken)).toMillis()).toBeGreaterThan(before.toMillis())
    const item = await world.db.doc(`items/due-work-failed_search-record_${broken}`).get()
    expect(item.data()).toMatchObject({ status: 'open', document: `staleRecords/${broken}` })
    expect((await world.records()).map(({ objectID }) => objectID)).toEqual([threadId])
  })
})

describe('a thread that is deleted', () => {
  const deletionArrives = (threadId: string, deps: Partial<Context> = {}) =>
    syncThreadById(servicesWith(deps), threadId)

  it('loses its record at once', async () => {
    const [orphanId, stays] = [uniqueId('gone'), uniqueId('stays')]
    await world.index.save(searchRecordOf(orphanId))
    await world.index.save(searchRecordOf(stays))
    await deletionArrives(orphanId)
    expect((await world.records()).map(({ objectID }) => objectID)).toEqual([stays])
  })

  it('keeps its record if the thread exists again when the event of its deletion arrives', async () => {
    const threadId = await putThread(world)
    await deletionArrives(threadId)
    expect(await world.records()).toEqual(await expectedRecords(world))
  })

  it('gets its record back if the thread is created again while the record is removed', async () => {
    const threadId = uniqueId('back')
    await world.index.save(searchRecordOf(threadId, { version: 9 }))
    const remove: typeof world.index.remove = async id => {
      await world.db.doc(`threads/${id}`).set({ source: 'new', version: 0 })
      await world.index.remove(id)
    }
    await deletionArrives(threadId, { index: { ...world.index, remove } })
    expect(await world.records()).toEqual(await expectedRecords(world))
  })

  it('is marked when the index is down, and the sweep removes its record', async () => {
    const threadId = uniqueId('gone')
    await world.index.save(searchRecordOf(threadId))
    await sandbox().fault({ vendor: 'algolia', path: threadId, mode: 'status', status: 503 })
    await deletionArrives(threadId)
    expect(await isMarked(threadId)).toBe(true)
    await sandbox().clearFaults()
    world.clock.forward(15_000)
    await sweeps.searchRecords(servicesWith())
    expect(await world.records()).toEqual([])
    expect(await isMarked(threadId)).toBe(false)
  })
})
