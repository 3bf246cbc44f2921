import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { httpsNames, triggerNames } from '../../functions/src/functions.ts'
import { scheduleNames } from '../../functions/src/lib/schedules.ts'
import { describeBuilt, indexList } from '../deploy/present.ts'
import { describeIndex, index } from '../deploy/wanted.ts'
import type { GoogleApi } from '../google/api.ts'
import { repoRoot } from '../stack/paths.ts'
import { type Check, check, refute, refuteAny } from './check.ts'

const region = 'europe-west1'

const wantedIndexes = z.object({ indexes: z.array(index) })
const jobs = z.object({
  jobs: z.array(z.object({ name: z.string(), state: z.string().optional() })).default([]),
})
const functions = z.object({
  functions: z
    .array(
      z.object({
        name: z.string(),
        state: z.string().optional(),
        serviceConfig: z
          .object({
            secretEnvironmentVariables: z
              .array(
                z.object({
                  key: z.string(),
                  secret: z.string().optional(),
                  version: z.string().default('latest'),
                }),
              )
              .nullish()
              .transform(all => all ?? []),
          })
          .prefault({}),
      }),
    )
    .default([]),
})
const version = z.object({ name: z.string(), state: z.string().optional() })
/** This checkout's functions. */
const functionNames = [...httpsNames, ...triggerNames, ...scheduleNames]

const lastOf = (name: string): string => name.split('/').at(-1) ?? ''

/** Checks of a deployment in Google's control plane, read-only. */
export const cloudChecks = (api: GoogleApi, project: string): Check[] => [
  check('indexes', async () => {
    const file = path.join(repoRoot, 'firestore.indexes.json')
    const wanted = wantedIndexes.parse(JSON.parse(readFileSync(file, 'utf8')))
    const url = `/v1/projects/${project}/databases/(default)/collectionGroups/-/indexes?pageSize=1000`
    const { indexes } = indexList.parse(await api('firestore', 'GET', url))
    const ready = new Set(indexes.filter(({ state }) => state === 'READY').map(describeBuilt))
    const missing = wanted.indexes.map(describeIndex).filter(index => !ready.has(index))
    if (missing.length > 0)
      refute(
        `not ready: ${missing.join('; ')}.`,
        'Wait where they are being built (minutes); else npm run deploy -- --only firestore:indexes',
      )
    return `all ${wanted.indexes.length} are ready`
  }),
  check('schedules', async () => {
    const url = `/v1/projects/${project}/locations/${region}/jobs?pageSize=500`
    const there = jobs.parse(await api('scheduler', 'GET', url)).jobs
    const on = new Set(there.filter(({ state }) => state === 'ENABLED').map(({ name }) => lastOf(name)))
    const jobOf = (schedule?: string) => `firebase-schedule-${schedule}-${region}`
    const off = scheduleNames.filter(name => !on.has(jobOf(name)))
    const resume = `gcloud scheduler jobs resume ${jobOf(off[0])} --location ${region} --project ${project}`
    refuteAny(off, 'not on', `${resume}, or deploy again`)
    return `all ${scheduleNames.length} are on`
  }),
  check('functions', async () => {
    const there = await deployed(api, project)
    const odd = there.filter(({ state }) => state !== 'ACTIVE').map(({ name }) => lastOf(name))
    const names = new Set(there.map(({ name }) => lastOf(name)))
    const missing = functionNames.filter(name => !names.has(name))
    if (there.length === 0) refute('there are none.', 'npm run deploy')
    refuteAny(missing, 'not deployed', 'npm run deploy')
    refuteAny(odd, 'not active', 'Deploy them again: npm run deploy')
    return `all ${there.length} are active`
  }),
  check('secrets', async () => {
    const bound = new Map(
      (await deployed(api, project)).flatMap(({ name, serviceConfig }) =>
        serviceConfig.secretEnvironmentVariables.map(
          ({ key, secret = key, version: number }) =>
            [`${secret} ${number}`, { secret, number, used: lastOf(name) }] as const,
        ),
      ),
    )
    const found = await Promise.all(
      [...bound.values()].map(async ({ secret, number, used }) => {
        const url = `/v1/projects/${project}/secrets/${secret}/versions`
        const newest = version.parse(await api('secrets', 'GET', `${url}/latest`))
        const ours =
          number === 'latest' ? newest : version.parse(await api('secrets', 'GET', `${url}/${number}`))
        if (ours.state !== 'ENABLED')
          return `${secret}: version ${number}, which ${used} uses, is ${ours.state}`
        const isOld = number !== 'latest' && lastOf(newest.name) !== number
        return isOld
          ? `${secret}: ${used} has version ${number}, the newest is ${lastOf(newest.name)}`
          : undefined
      }),
    )
    const wrong = found.filter(one => one !== undefined)
    if (wrong.length > 0)
      refute(`${wrong.join('; ')}.`, 'Deploy again, which binds the newest: npm run deploy')
    return `all ${bound.size} bound versions are the newest, and enabled`
  }),
]

async function deployed(api: GoogleApi, project: string) {
  const url = `/v2/projects/${project}/locations/${region}/functions?pageSize=500`
  return functions.parse(await api('functions', 'GET', url)).functions
}
