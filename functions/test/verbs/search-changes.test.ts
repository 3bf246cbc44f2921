import { expect, it } from 'vitest'
import { compareSearch } from '../../src/lib/chat/search/compare-search.ts'
import { sandbox } from '../support/chat.ts'
import { intercepted } from '../support/intercept.ts'
import { searchRecordOf } from '../support/search-records.ts'
import { expectInLine, putMany, putThread, spoil, useSearchWorld } from '../support/search-world.ts'
import { uniqueId } from '../support/stack.ts'

const world = useSearchWorld()

const dayMs = 24 * 3_600_000
const everyDrift = { missing: 1, behind: 1, different: 1, ahead: 1, orphaned: 1 }

const nextNight = (more: object = {}) => {
  world.clock.forward(dayMs)
  return compareSearch({ ...world.deps, ...more })
}

const tellOf = (threadId: string) => world.db.doc(`threadChanges/${threadId}`).set({ at: world.clock.now() })

/** Stores threads whose last message was written now. */
const putPosted = (count: number) => putMany(world, count, { version: 1, updatedAt: world.clock.now() })

it('the comparison repairs the record of each changed thread, and sets the index up', async () => {
  const ids = await spoil(world)
  for (const threadId of Object.values(ids)) await tellOf(threadId)
  expect(await nextNight()).toMatchObject({ ...everyDrift, threads: 5, failed: 0 })
  await expectInLine(world)
  expect((await sandbox().state('algolia')).settings[world.indexName].customRanking).toEqual([
    'desc(updatedAt)',
  ])
})

it('the comparison finds changes by messages and all others, and leaves unchanged threads alone', async () => {
  const [posted, loud, quiet] = [
    await putThread(world, { updatedAt: world.clock.now() }),
    await putThread(world),
    await putThread(world),
  ]
  await tellOf(loud)
  expect(await nextNight()).toMatchObject({ threads: 2, missing: 2 })
  expect((await world.records()).map(({ objectID }) => objectID).sort()).toEqual([posted, loud].sort())
  expect(await nextNight()).toMatchObject({ threads: 0 })
  await tellOf(quiet)
  expect(await nextNight()).toMatchObject({ threads: 1, missing: 1 })
})

it('the comparison removes the record of an expired thread, but not very many', async () => {
  await putThread(world, { updatedAt: world.clock.now() })
  await world.index.save(searchRecordOf(uniqueId('orphan')))
  expect(await nextNight()).toMatchObject({ orphaned: 1 })
  await expectInLine(world)
  await world.index.saveAll(Array.from({ length: 21 }, (_, at) => searchRecordOf(`orphan-${at}`)))
  await nextNight()
  expect(await world.records()).toHaveLength(22)
  expect(world.deps.log.events).toContain('too many search records without a thread')
})

it('the comparison goes through page after page, and goes on there after a death', async () => {
  await putPosted(1201)
  let saves = 0
  const deps = intercepted(world.deps, 'store.commit', save => async (...writes) => {
    saves += 1
    if (saves === 3) throw new Error('died')
    return save(...writes)
  })
  await expect(nextNight(deps)).rejects.toThrow('died')
  await compareSearch(world.deps)
  expect(await world.records()).toHaveLength(1201)
  await expectInLine(world)
})

it('the comparison passes over nothing while the index is down', async () => {
  await putPosted(3)
  await sandbox().fault({ vendor: 'algolia', path: 'objects$', mode: 'status', status: 503 })
  await expect(nextNight()).rejects.toMatchObject({ status: 503 })
  await sandbox().clearFaults()
  expect(await nextNight()).toMatchObject({ missing: 3, repaired: 3 })
})

it('two comparisons at once compare everything', async () => {
  await putPosted(700)
  world.clock.forward(dayMs)
  await Promise.all([compareSearch(world.deps), compareSearch(world.deps)])
  expect(await world.records()).toHaveLength(700)
})

it('the comparison logs in one line what it found, and nothing of the contents', async () => {
  await putPosted(1)
  const lines: [string, unknown][] = []
  const note = (event: string, fields?: unknown) => void lines.push([event, fields])
  await nextNight({ log: { info: note, warn: note, error: note } })
  const none = { behind: 0, different: 0, ahead: 0, orphaned: 0, failed: 0 }
  expect(lines).toEqual([
    ['the search index was not set up: fill it by reindex', { alarm: 'search-index' }],
    ['search drift', { ...none, threads: 1, missing: 1, repaired: 1 }],
  ])
})
