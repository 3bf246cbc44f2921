import { readFileSync } from 'node:fs'
import path from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { files } from '../monitoring/files.ts'
import { type MonitoringStandIn, startMonitoringStandIn } from '../monitoring/stand-in.ts'
import { anchorOf, metrics, policies } from '../monitoring/table.ts'
import { repoRoot } from '../stack/paths.ts'

const read = (file: string) => readFileSync(path.join(repoRoot, file), 'utf8')

it('the files are those that the table makes', () => {
  for (const [name, content] of Object.entries(files()))
    expect(JSON.parse(read(`ops/monitoring/${name}`)), `npm run monitoring -- --write, for ${name}`).toEqual(
      JSON.parse(JSON.stringify(content)),
    )
})

it('each alert names a section that the runbook has', () => {
  const headings = [...read('docs/runbook.md').matchAll(/^#{2,3} (.+)$/gm)].map(([, words = '']) => words)
  const anchors = headings.map(anchorOf)
  for (const { runbook } of Object.values(policies)) expect(anchors).toContain(anchorOf(runbook))
})

it('each alert and each tile reads metrics that there are', () => {
  const read = JSON.stringify([files()['alert-policies.json'], files()['dashboard.json']])
  const named = new Set([...read.matchAll(/user\/(\w+)/g)].map(([, name = '']) => name))
  expect([...named].filter(name => !(name in metrics))).toEqual([])
  expect(Object.keys(metrics).filter(name => !named.has(name))).toEqual([])
})

let cloud: MonitoringStandIn
beforeAll(async () => {
  cloud = await startMonitoringStandIn()
})
afterAll(() => cloud.close())

async function monitoring(...given: string[]) {
  cloud.changes.length = 0
  const origins = { LOGGING_API_URL: cloud.url, MONITORING_API_URL: cloud.url }
  const env = { GOOGLE_ACCESS_TOKEN: 'a-token', ...origins }
  const words = ['scripts/monitoring.ts', '--project', 'some-project', ...given]
  return execa(process.execPath, words, { cwd: repoRoot, env, reject: false })
}

const everything = Object.keys(metrics).length + Object.keys(policies).length + 1
const policy = z.looseObject({ name: z.string(), userLabels: z.record(z.string(), z.string()).default({}) })
const policyOf = (alert: string) =>
  [...cloud.stored.values()].flatMap(one => {
    const found = policy.safeParse(one).data
    return found?.userLabels.alert === alert ? [found] : []
  })[0]

it('is applied as a whole, again without a change, and mended where somebody has changed it', async () => {
  const foreign = { name: 'projects/some-project/alertPolicies/theirs', displayName: 'of somebody else' }
  cloud.stored.set(foreign.name, foreign)
  const dry = await monitoring('--dry-run', '--email', 'ops@platform.example')
  expect([dry.exitCode, cloud.changes, dry.stdout.split('\n').at(-1)]).toEqual([
    ...[0, []],
    `${everything} of ${everything}`,
  ])
  const first = await monitoring('--email', 'ops@platform.example')
  expect([first.exitCode, cloud.changes.length], first.stderr).toEqual([0, everything + 1])
  expect(policyOf('lane-stuck')).toMatchObject({
    notificationChannels: [expect.stringContaining('/notificationChannels/')],
  })
  const second = await monitoring('--email', 'ops@platform.example')
  expect([second.exitCode, cloud.changes]).toEqual([0, []])
  expect(second.stdout).toContain(`nothing to change: all ${everything} are as they should be`)

  const [changed, stale] = [policyOf('posts-slow'), 'projects/some-project/alertPolicies/old']
  if (!changed) throw new Error('no policy')
  cloud.stored.set(changed.name, { ...changed, severity: 'CRITICAL' })
  const gone = { managed_by: 'npm-run-monitoring', alert: 'of-old' }
  cloud.stored.set(stale, { name: stale, userLabels: gone })
  const [board] = [...cloud.stored].find(([name]) => name.includes('/dashboards/')) ?? ['']
  cloud.stored.set(board, { ...cloud.stored.get(board), gridLayout: {} })
  const third = await monitoring('--email', 'ops@platform.example')
  expect(third.stdout.split('\n')).toEqual([
    'change alert policy posts-slow',
    'delete alert policy of-old',
    'change dashboard The platform',
    `3 of ${everything}`,
  ])
  expect([cloud.stored.has(stale), cloud.stored.get(foreign.name)]).toEqual([false, foreign])
  expect((await monitoring()).stdout).toContain('nothing to change')
})

it.each([
  [
    ...['an API that is off', 'metrics', 403],
    { message: 'off', details: [{ reason: 'SERVICE_DISABLED' }] },
    'logging.googleapis.com is not enabled in some-project.\ngcloud services enable logging.googleapis.com --project some-project',
  ],
  [
    ...['a missing role', 'alertPolicies', 403],
    { message: "Permission 'monitoring.alertPolicies.list' denied." },
    "monitoring.googleapis.com answered 403: Permission 'monitoring.alertPolicies.list' denied.\nWhoever runs this needs",
  ],
  [
    ...['an exhausted quota', 'dashboards', 429],
    { message: 'Quota exceeded.' },
    'monitoring.googleapis.com answered 429: Quota exceeded.\nNothing else was changed; the command may be repeated.',
  ],
] as const)('says what to do: %s', async (_, part, status, error, words) => {
  cloud.refuse(part, status, error)
  const { exitCode, stderr } = await monitoring('--dry-run')
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining(words)])
})
