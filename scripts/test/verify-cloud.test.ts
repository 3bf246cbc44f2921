import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { triggerNames } from '../../functions/src/functions.ts'
import { scheduleNames } from '../../functions/src/lib/schedules.ts'
import type { GoogleApi, Json } from '../google/api.ts'
import { repoRoot } from '../stack/paths.ts'
import { runChecks } from '../verify/check.ts'
import { cloudChecks } from '../verify/cloud.ts'
import { vendorChecks } from '../verify/vendors.ts'

const file = readFileSync(path.join(repoRoot, 'firestore.indexes.json'), 'utf8')
const wanted = z.object({ indexes: z.array(z.looseObject({ collectionGroup: z.string() })) })
const indexes = wanted.parse(JSON.parse(file)).indexes.map((index, number) => ({
  ...index,
  name: `projects/p/databases/(default)/collectionGroups/${index.collectionGroup}/indexes/${number}`,
  state: 'READY',
}))
const jobs = scheduleNames.map(name => ({
  name: `projects/p/locations/europe-west1/jobs/firebase-schedule-${name}-europe-west1`,
  state: 'ENABLED',
}))
const bound = { key: 'TWILIO_AUTH_TOKEN', secret: 'TWILIO_AUTH_TOKEN', version: '3' }
const chat = {
  name: 'projects/p/locations/europe-west1/functions/chat',
  state: 'ACTIVE',
  serviceConfig: { secretEnvironmentVariables: [bound] },
}
const others = ['integrations', 'webhooks', 'uploads', ...triggerNames, ...scheduleNames].map(name => ({
  name: `projects/p/locations/europe-west1/functions/${name}`,
  state: 'ACTIVE',
}))
const secret = (number: string, state = 'ENABLED') => ({
  name: `projects/1/secrets/TWILIO_AUTH_TOKEN/versions/${number}`,
  state,
})
const good = {
  ...{ firestore: { indexes }, scheduler: { jobs }, functions: { functions: [chat, ...others] } },
  ...{ 'versions/latest': secret('3'), 'versions/3': secret('3') },
}

/** What is said of a project that answers so. */
async function said(answers: Record<string, Json>): Promise<string[]> {
  const api: GoogleApi = async (name, method, url) => {
    expect(method).toBe('GET')
    const answer = answers[name === 'secrets' ? url.split('/').slice(-2).join('/') : name]
    if (!answer) throw new Error(`nothing at ${url}`)
    return answer
  }
  const lines: string[] = []
  await runChecks(cloudChecks(api, 'p'), line => lines.push(line))
  return lines
}

it('says of a whole deployment that it is whole', async () => {
  expect(await said(good)).toEqual([
    `✓ indexes: all ${indexes.length} are ready`,
    `✓ schedules: all ${scheduleNames.length} are on`,
    `✓ functions: all ${others.length + 1} are active`,
    '✓ secrets: all 1 bound versions are the newest, and enabled',
    'all 4 checks hold',
  ])
})

it.each([
  [
    'an index that is being built',
    {
      firestore: {
        indexes: indexes.map((index, at) => (at === 0 ? { ...index, state: 'CREATING' } : index)),
      },
    },
    /^✗ indexes: not ready: messages \(group\): delivery.to ASCENDING, .* → Wait/,
  ],
  [
    'a schedule that somebody has paused',
    { scheduler: { jobs: jobs.map((job, at) => (at === 0 ? { ...job, state: 'PAUSED' } : job)) } },
    /^✗ schedules: not on: workdue. → gcloud scheduler jobs resume firebase-schedule-workdue-europe-west1/,
  ],
  [
    'a function that failed',
    { functions: { functions: [{ ...chat, state: 'FAILED' }, ...others] } },
    /^✗ functions: not active: chat/,
  ],
  [
    'a function that is not there',
    { functions: { functions: [chat, ...others.slice(1)] } },
    /^✗ functions: not deployed: integrations. → npm run deploy/,
  ],
  ['nothing deployed', { functions: { functions: [] } }, /^✗ functions: there are none. → npm run deploy/],
  [
    'a newer secret',
    { 'versions/latest': secret('4') },
    /^✗ secrets: .*chat has version 3, the newest is 4. → Deploy again/,
  ],
  [
    'a destroyed secret',
    { 'versions/3': secret('3', 'DESTROYED') },
    /^✗ secrets: .*version 3, which chat uses, is DESTROYED/,
  ],
  ['an API that does not answer', { scheduler: { jobs: 'no list' } }, /^✗ schedules: could not be checked: /],
])('names %s', async (_, answers, words) => {
  const lines = await said({ ...good, ...answers })
  expect(lines.filter(line => line.startsWith('✗'))).toEqual([expect.stringMatching(words)])
  expect(lines.at(-1)).toBe('1 of 4 checks do not hold')
})

it('a vendor is held to what it says of itself, and its silence to nothing', async () => {
  const answers: Record<string, () => Response> = {
    Twilio: () => Response.json({ status: { indicator: 'major', description: 'Partial outage' } }),
    SendGrid: () => Response.json({ status: { indicator: 'minor', description: 'Slow' } }),
    Algolia: () => new Response('<html>'),
  }
  const ask = async (url: string | URL | Request) => {
    const [, answer] =
      Object.entries(answers).find(([name]) => String(url).includes(name.toLowerCase())) ?? []
    if (!answer) throw new Error('no answer')
    return answer()
  }
  const lines: string[] = []
  await runChecks(vendorChecks(ask), line => lines.push(line))
  expect(lines).toEqual([
    expect.stringMatching(/^✗ Twilio: it says: Partial outage. → Wait/),
    '✓ SendGrid: it says: Slow',
    expect.stringMatching(/^✓ Algolia: its status page .* says nothing/),
    '1 of 3 checks do not hold',
  ])
})
