import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import * as ours from '../../functions/src/index.ts'
import { scheduleNames } from '../../functions/src/lib/schedules.ts'
import type { Gcloud } from '../deploy/gcloud.ts'
import { repoRoot } from '../stack/paths.ts'
import { type Check, check, refuteAny } from './check.ts'

const region = 'europe-west1'

const field = z.looseObject({ fieldPath: z.string(), order: z.string().optional() })
const index = z.looseObject({ queryScope: z.string(), fields: z.array(field) })
const specSchema = z.object({ indexes: z.array(index.extend({ collectionGroup: z.string() })) })
const builtIndexes = z.array(index.extend({ name: z.string(), state: z.string() }))
const resources = z.array(z.object({ name: z.string(), state: z.string().optional() }))
const bound = z.object({ key: z.string(), secret: z.string().optional(), version: z.string() })
const functions = z.array(
  z.object({
    name: z.string(),
    state: z.string(),
    serviceConfig: z.object({ secretEnvironmentVariables: z.array(bound).default([]) }).prefault({}),
  }),
)

const lastOf = (name = ''): string => name.split('/').at(-1) ?? ''

/** `threads (COLLECTION): participantIds CONTAINS, updatedAt DESCENDING`. */
const describeIndex = (group: string | undefined, { queryScope, fields }: z.output<typeof index>): string =>
  `${group} (${queryScope}): ${fields
    .filter(({ fieldPath }) => fieldPath !== '__name__')
    .map(({ fieldPath, order, arrayConfig }) => `${fieldPath} ${order ?? arrayConfig}`)
    .join(', ')}`

/** Checks of a deployment in Google's control plane, read-only. */
export const cloudChecks = (gcloud: Gcloud, project: string): Check[] => {
  const ask = (...words: string[]) => gcloud([...words, '--project', project])
  const deployed = async () => functions.parse(await ask('functions', 'list', '--v2', '--regions', region))
  return [
    check('indexes', async () => {
      const file = readFileSync(path.join(repoRoot, 'firestore.indexes.json'), 'utf8')
      const spec = specSchema.parse(JSON.parse(file)).indexes
      const built = builtIndexes.parse(await ask('firestore', 'indexes', 'composite', 'list'))
      const ready = built
        .filter(({ state }) => state === 'READY')
        .map(one => describeIndex(/collectionGroups\/([^/]+)/.exec(one.name)?.[1], one))
      const missing = spec
        .map(one => describeIndex(one.collectionGroup, one))
        .filter(one => !ready.includes(one))
      const remedy =
        'Wait where they are being built (minutes); else npm run deploy -- --only firestore:indexes'
      refuteAny(missing, 'not ready', remedy)
      return `all ${spec.length} are ready`
    }),
    check('schedules', async () => {
      const jobs = resources.parse(await ask('scheduler', 'jobs', 'list', '--location', region))
      const on = jobs.filter(({ state }) => state === 'ENABLED').map(({ name }) => lastOf(name))
      const jobOf = (schedule?: string) => `firebase-schedule-${schedule}-${region}`
      const off = scheduleNames.filter(name => !on.includes(jobOf(name)))
      const resume = `gcloud scheduler jobs resume ${jobOf(off[0])} --location ${region} --project ${project}`
      refuteAny(off, 'not on', `${resume}, or deploy again`)
      return `all ${scheduleNames.length} are on`
    }),
    check('functions', async () => {
      const states = new Map((await deployed()).map(({ name, state }) => [lastOf(name), state]))
      const names = Object.keys(ours)
      const wrong = names.filter(name => states.get(name) !== 'ACTIVE')
      const described = wrong.map(name => `${name} (${states.get(name) ?? 'not deployed'})`)
      refuteAny(described, 'not active', 'npm run deploy')
      return `all ${names.length} are active`
    }),
    check('secrets', async () => {
      const uses = (await deployed()).flatMap(({ name, serviceConfig }) =>
        serviceConfig.secretEnvironmentVariables.map(({ key, secret = key, version }) => ({
          secret,
          version,
          user: lastOf(name),
        })),
      )
      const secrets = [...new Set(uses.map(({ secret }) => secret))]
      const wrong = secrets.map(async name => {
        const [newest] = resources.parse(await ask('secrets', 'versions', 'list', name, '--limit', '1'))
        const number = lastOf(newest?.name)
        if (newest?.state !== 'ENABLED') return [`${name}: its newest version is ${newest?.state}`]
        return uses
          .filter(({ secret, version }) => secret === name && version !== 'latest' && version !== number)
          .map(({ user, version }) => `${name}: ${user} has version ${version}, the newest is ${number}`)
      })
      refuteAny(
        (await Promise.all(wrong)).flat(),
        'not in order',
        'Enable or add a version if the newest is not enabled, then deploy again: npm run deploy',
      )
      return `of all ${secrets.length} the newest version is bound, and enabled`
    }),
  ]
}
