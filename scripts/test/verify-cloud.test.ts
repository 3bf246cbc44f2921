import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import * as z from 'zod'
import * as ours from '../../functions/src/index.ts'
import { scheduleNames } from '../../functions/src/lib/schedules.ts'
import { repoRoot } from '../stack/paths.ts'
import { runChecks } from '../verify/check.ts'
import { cloudChecks } from '../verify/cloud.ts'

const file = readFileSync(path.join(repoRoot, 'firestore.indexes.json'), 'utf8')
const specSchema = z.object({ indexes: z.array(z.looseObject({ collectionGroup: z.string() })) })
const indexes = specSchema.parse(JSON.parse(file)).indexes.map((index, number) => ({
  ...index,
  name: `projects/p/databases/(default)/collectionGroups/${index.collectionGroup}/indexes/${number}`,
  state: 'READY',
}))
const scheduler = scheduleNames.map(name => ({
  name: `projects/p/locations/europe-west1/jobs/firebase-schedule-${name}-europe-west1`,
  state: 'ENABLED',
}))
const bound = { key: 'TWILIO_AUTH_TOKEN', secret: 'TWILIO_AUTH_TOKEN', version: '3' }
const chat = {
  name: 'projects/p/locations/europe-west1/functions/chat',
  state: 'ACTIVE',
  serviceConfig: { secretEnvironmentVariables: [bound] },
}
const others = Object.keys(ours)
  .filter(name => name !== 'chat')
  .map(name => ({ name: `projects/p/locations/europe-west1/functions/${name}`, state: 'ACTIVE' }))
const secret = (number: string, state = 'ENABLED') => [
  { name: `projects/1/secrets/TWILIO_AUTH_TOKEN/versions/${number}`, state },
]
/** By the first word of the command. */
const good = { firestore: indexes, scheduler, functions: [chat, ...others], secrets: secret('3') }

/** The report on a project of which gcloud prints `printed`. */
async function report(printed: Record<string, unknown>): Promise<string[]> {
  const lines: string[] = []
  await runChecks(
    cloudChecks(async ([name = '']) => printed[name], 'p'),
    line => lines.push(line),
  )
  return lines
}

it('finds a complete deployment in order', async () => {
  expect(await report(good)).toEqual([
    `✓ indexes: all ${indexes.length} are ready`,
    `✓ schedules: all ${scheduleNames.length} are on`,
    `✓ functions: all ${others.length + 1} are active`,
    '✓ secrets: of all 1 the newest version is bound, and enabled',
    'all 4 checks hold',
  ])
})

const first = <T>(all: T[], change: object): T[] =>
  all.map((one, at) => (at === 0 ? { ...one, ...change } : one))

it.each([
  [
    'an index that is being built',
    { firestore: first(indexes, { state: 'CREATING' }) },
    /^✗ indexes: not ready: messages \(COLLECTION_GROUP\): delivery.to ASCENDING, .* → Wait/,
  ],
  [
    'a schedule that somebody has paused',
    { scheduler: first(scheduler, { state: 'PAUSED' }) },
    /^✗ schedules: not on: workdue. → gcloud scheduler jobs resume firebase-schedule-workdue-europe-west1/,
  ],
  [
    'a function that failed',
    { functions: [{ ...chat, state: 'FAILED' }, ...others] },
    /^✗ functions: not active: chat \(FAILED\)/,
  ],
  [
    'a function that is not there',
    { functions: [chat, ...others.slice(1)] },
    /^✗ functions: not active: \w+ \(not deployed\). → npm run deploy/,
  ],
  [
    'a newer secret',
    { secrets: secret('4') },
    /^✗ secrets: not in order: .*chat has version 3, the newest is 4. → .* deploy again/,
  ],
  [
    'a destroyed secret',
    { secrets: secret('3', 'DESTROYED') },
    /^✗ secrets: not in order: TWILIO_AUTH_TOKEN: its newest version is DESTROYED. → Enable or add a version/,
  ],
  ['nonsense', { scheduler: 'no list' }, /^✗ schedules: could not be checked: /],
])('names %s', async (_, printed, words) => {
  const lines = await report({ ...good, ...printed })
  expect(lines.filter(line => line.startsWith('✗'))).toEqual([expect.stringMatching(words)])
  expect(lines.at(-1)).toBe('1 of 4 checks do not hold')
})
