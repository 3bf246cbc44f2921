import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { environmentFor } from '../control-plane/environment.ts'
import { type ControlPlane, startControlPlane } from '../control-plane/server.ts'
import { Refusal } from '../control-plane/service.ts'
import { metrics, policies } from '../monitoring/table.ts'
import { cleanEnv } from '../stack/clean-env.ts'
import { cacheDir, repoRoot } from '../stack/paths.ts'

let plane: ControlPlane
const home = mkdtempSync(path.join(tmpdir(), 'monitoring-'))
const host = '//monitoring.googleapis.com/projects/some-project'
beforeAll(async () => {
  const apis = ['logging.googleapis.com', 'monitoring.googleapis.com']
  plane = await startControlPlane('some-project', apis)
})
afterAll(async () => {
  await plane.close()
  rmSync(home, { recursive: true, force: true })
})

/** The command, with what it has changed. */
async function monitoring(...given: string[]) {
  const before = plane.cloud.arrivals.length
  const words = ['scripts/monitoring.ts', '--project', 'some-project', ...given]
  const compiled = { NODE_COMPILE_CACHE: path.join(cacheDir, 'compiled') }
  const env = { ...cleanEnv(), ...environmentFor(plane.url, home), ...compiled }
  const run = await execa(process.execPath, words, { cwd: repoRoot, env, extendEnv: false, reject: false })
  const arrived = plane.cloud.arrivals.slice(before)
  const changes = arrived.filter(({ method, host: asked }) => method !== 'GET' && /^(logg|moni)/.test(asked))
  return { ...run, changes: changes.length, last: run.stdout.split('\n').at(-1) }
}

const everything = Object.keys(metrics).length + Object.keys(policies).length + 1
const policy = z.looseObject({ name: z.string(), userLabels: z.record(z.string(), z.string()).default({}) })
const policyOf = (alert: string) =>
  plane.cloud.list(`${host}/alertPolicies/`).flatMap(one => {
    const found = policy.safeParse(one).data
    return found?.userLabels.alert === alert ? [found] : []
  })[0]

it('is applied as a whole, again without a change, and mended where somebody has changed it', async () => {
  const { cloud } = plane
  const foreign = { name: 'theirs', displayName: 'of somebody else' }
  cloud.put(`${host}/alertPolicies/theirs`, foreign)
  const toOps = ['--email', 'ops@platform.example']
  expect(await monitoring(...toOps, '--dry-run')).toMatchObject({ exitCode: 0, changes: 0 })
  expect(await monitoring(...toOps)).toMatchObject({ exitCode: 0, changes: everything + 1 })
  expect(policyOf('lane-stuck')).toMatchObject({
    notificationChannels: [expect.stringContaining('/notificationChannels/')],
  })
  const again = {
    exitCode: 0,
    changes: 0,
    last: `nothing to change: all ${everything} are as they should be`,
  }
  expect(await monitoring(...toOps)).toMatchObject(again)

  const changed = policyOf('posts-slow')
  if (!changed) throw new Error('no policy')
  const [id, stale] = [changed.name.split('/').at(-1), `${host}/alertPolicies/old`]
  cloud.put(`${host}/alertPolicies/${id}`, { ...changed, severity: 'CRITICAL' })
  const gone = { managed_by: 'npm-run-monitoring', alert: 'of-old' }
  cloud.put(stale, { name: 'projects/some-project/alertPolicies/old', userLabels: gone })
  const [board = ''] = cloud.names(`${host}/dashboards/`)
  cloud.put(board, { ...cloud.get(board), gridLayout: {} })
  expect((await monitoring(...toOps)).stdout.split('\n')).toEqual([
    'change alert policy posts-slow',
    'delete alert policy of-old',
    'change dashboard The platform',
    `3 of ${everything}`,
  ])
  expect([cloud.find(stale), cloud.find(`${host}/alertPolicies/theirs`)]).toEqual([undefined, foreign])
})

it('says in one sentence what to do when an API is off, or refuses', async () => {
  const { cloud } = plane
  cloud.enabledApis.delete('logging.googleapis.com')
  const off = await monitoring('--dry-run')
  cloud.enabledApis.add('logging.googleapis.com')
  expect([off.exitCode, off.stderr]).toEqual([
    1,
    'logging.googleapis.com is not enabled in some-project.\ngcloud services enable logging.googleapis.com --project some-project',
  ])
  const denied = new Refusal(403, 'PERMISSION_DENIED', "Permission 'monitoring.alertPolicies.list' denied.")
  cloud.refuse({ host: 'monitoring.googleapis.com', with: denied })
  const refused = await monitoring('--dry-run')
  expect([refused.exitCode, refused.stderr]).toEqual([
    1,
    expect.stringContaining(
      `monitoring.googleapis.com answered 403: ${denied.message}\nWhoever runs this needs`,
    ),
  ])
})
