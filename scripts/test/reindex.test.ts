import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { noDrift } from '../../functions/src/lib/chat/search/drift.ts'
import { progressLine, summary, throttled } from '../reindex/report.ts'
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

async function project(name: string, parameters: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'reindex-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(path.join(folder, `.env.${name}`), parameters)
  return folder
}

const key = { ALGOLIA_API_KEY: 'k' }
const named = ['--project', 'live']
const deployed = 'ALGOLIA_APP_ID=A\nALGOLIA_INDEX=mine\n'

test.each([
  ['no project, whatever the environment names', { ...key, GCLOUD_PROJECT: 'live' }, [], 'No project'],
  ['a project without its name', key, ['--project'], 'No project'],
  ['an option for a name', key, ['--project', '--dry-run'], 'No project'],
  ['nothing for a name', key, ['--project='], 'No project'],
  ['the demo project', key, ['--project', 'demo-x'], 'demo-x is the local demo project'],
  ['an emulator without its sandbox', { ...local, SANDBOX_URL: '' }, [], 'SANDBOX_URL'],
  ['another project', key, ['--project', 'other'], 'functions/.env.other has no ALGOLIA_APP_ID'],
  ['no key', {}, named, 'ALGOLIA_API_KEY not set'],
  ['another application', { ...key, ALGOLIA_APP_ID: 'B' }, named, 'ALGOLIA_APP_ID of the environment not as'],
  ['another index', { ...key, ALGOLIA_INDEX: 'theirs' }, named, 'ALGOLIA_INDEX of the environment not as'],
  [
    'another host',
    { ...key, ALGOLIA_URL: 'https://x.example' },
    named,
    'ALGOLIA_URL of the environment not as',
  ],
])('refuses %s', async (_, env, argv, message) => {
  const folder = await project('live', deployed)
  await expect(reindexTarget(env, argv, folder)).rejects.toThrow(message)
})

test('the key does not come from a file that is deployed', async () => {
  const folder = await project('live', `${deployed}ALGOLIA_API_KEY=k\n`)
  await expect(reindexTarget({}, named, folder)).rejects.toThrow('ALGOLIA_API_KEY not set')
})

test('the application is of the project alone, not one for all projects', async () => {
  const folder = await project('live', 'ALGOLIA_INDEX=mine\n')
  await writeFile(path.join(folder, '.env'), deployed)
  await expect(reindexTarget(key, named, folder)).rejects.toThrow('.env.live has no ALGOLIA_APP_ID')
})

test('a deployment is the named project with the index it was deployed with', async () => {
  const folder = await project('live', deployed)
  const env = { ...key, GCLOUD_PROJECT: 'other', ALGOLIA_APP_ID: 'A' }
  const target = await reindexTarget(env, ['--dry-run', '--project=live'], folder)
  const algolia = { url: '', appId: 'A', apiKey: 'k', index: 'mine', timeoutMs: 8000 }
  expect(target).toEqual({ projectId: 'live', algolia })
  const other = await project('other', 'ALGOLIA_APP_ID=O\n')
  expect(await reindexTarget({ ...key, ALGOLIA_INDEX: 'threads' }, ['-P', 'other'], other)).toMatchObject({
    projectId: 'other',
    algolia: { appId: 'O', index: 'threads' },
  })
})

test('tells how far it is', () => {
  expect(progressLine({ ...noDrift(), threads: 1200, repaired: 12 }, 3400)).toBe(
    '1,200 of 3,400 threads, 12 repaired',
  )
})

test('a log gets a line every ten seconds', () => {
  const lines: string[] = []
  let now = 0
  const tell = throttled(
    line => void lines.push(line),
    () => now,
  )
  for (; now <= 30_000; now += 4_000) tell(`at ${now}`)
  expect(lines).toEqual(['at 12000\n', 'at 24000\n'])
})

test('says what it has left alone', () => {
  const text = summary({ ...noDrift(), orphaned: 21, setUp: false, kept: 21 }, false)
  expect(summary({ ...noDrift(), setUp: false, kept: 0 }, true)).toMatch(/^0 threads compared\.$/m)
  expect(text).toContain('21 records without a thread are too many')
  expect(text).toContain('--remove-orphans')
})

test('sums up what it found and did', () => {
  const counts = { ...noDrift(), threads: 3400, behind: 11, orphaned: 1, repaired: 12, setUp: true, kept: 0 }
  expect(summary(counts, false)).toBe(`3,400 threads compared:
  behind          11  record older than its thread
  orphaned         1  record without a thread
The index got the settings that the code needs.
12 repaired, 0 failed.`)
  expect(summary({ ...noDrift(), threads: 1, setUp: false, kept: 0 }, true)).toBe(
    `1 thread compared, every record is as it should be
Dry run: nothing was changed, 0 failed.`,
  )
})
