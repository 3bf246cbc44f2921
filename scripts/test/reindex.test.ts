import { expect, test } from 'vitest'
import { noDrift } from '../../functions/src/lib/chat/search/drift.ts'
import { progressLine, summary } from '../reindex/report.ts'
import { reindexTarget } from '../reindex/target.ts'

const local = {
  FIRESTORE_EMULATOR_HOST: '127.0.0.1:1',
  SANDBOX_URL: 'http://127.0.0.1:2',
  GCLOUD_PROJECT: 'demo-x',
}

test('a local run meets the sandbox, whatever else the environment says', async () => {
  const real = { ALGOLIA_APP_ID: 'REAL', ALGOLIA_API_KEY: 'real', ALGOLIA_URL: 'https://real.example' }
  const { projectId, algolia } = await reindexTarget({ ...local, ...real }, [])
  expect(projectId).toBe('demo-x')
  expect(algolia).toMatchObject({ url: 'http://127.0.0.1:2/algolia', index: 'threads' })
  expect(algolia.appId).not.toBe('REAL')
})

test.each([
  ['no project', {}, [], 'No project'],
  ['the demo project', { GCLOUD_PROJECT: 'demo-x' }, [], 'demo-x is the local demo project'],
  ['an emulator without its sandbox', { ...local, SANDBOX_URL: '' }, [], 'SANDBOX_URL'],
  ['no index', {}, ['--project', 'live'], 'ALGOLIA_APP_ID and ALGOLIA_API_KEY not set'],
  ['no key', { ALGOLIA_APP_ID: 'A' }, ['--project=live'], 'ALGOLIA_API_KEY not set'],
])('says what is missing: %s', async (_, env, argv, message) => {
  await expect(reindexTarget(env, argv)).rejects.toThrow(message)
})

test('a deployment is the named project with the index of the environment', async () => {
  const env = { GCLOUD_PROJECT: 'other', ALGOLIA_APP_ID: 'A', ALGOLIA_API_KEY: 'k', ALGOLIA_INDEX: 'mine' }
  const target = await reindexTarget(env, ['--dry-run', '--project', 'live'])
  expect(target).toMatchObject({ projectId: 'live', algolia: { url: '', appId: 'A', index: 'mine' } })
})

test('tells how far it is', () => {
  expect(progressLine({ ...noDrift(), threads: 1200, repaired: 12 }, 3400)).toBe(
    '1,200 of 3,400 threads, 12 repaired',
  )
})

test('sums up what it found and did', () => {
  const counts = { ...noDrift(), threads: 3400, behind: 11, orphaned: 1, repaired: 12, setUp: true }
  expect(summary(counts, false)).toBe(`3,400 threads compared:
  behind          11  record older than its thread
  orphaned         1  record without a thread
The index got the settings that the code needs.
12 repaired, 0 failed.`)
  expect(summary({ ...noDrift(), threads: 1, setUp: false }, true)).toBe(
    `1 thread compared, every record is as it should be
Dry run: nothing was changed, 0 failed.`,
  )
})
