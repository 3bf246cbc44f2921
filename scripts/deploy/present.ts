import { z } from 'zod'
import type { Google } from './google.ts'
import { describeIndex, index, type Size } from './wanted.ts'

/** The present state of a project, read-only. */
export interface Present {
  /** Only those deployed by firebase-tools. */
  readonly functions: ReadonlyMap<string, PresentFunction>
  /** The newest enabled version of each secret that has one. */
  readonly secrets: Readonly<Record<string, string>>
  readonly missingApis: readonly string[]
  /** The database's location; undefined without a database. */
  readonly location: string | undefined
  readonly rules: string | undefined
  readonly indexes: readonly string[]
  readonly fields: readonly string[]
  readonly sdkConfig: unknown
}

interface PresentFunction {
  readonly size: Size
  readonly secrets: Readonly<Record<string, string>>
  readonly environment: Readonly<Record<string, string>>
  readonly fingerprint: string | undefined
}

const text = z.string().nullish()
const aFunction = z.object({
  name: z.string(),
  state: text,
  labels: z.record(z.string(), z.string()).default({}),
  serviceConfig: z.object({
    availableMemory: text,
    availableCpu: text,
    maxInstanceRequestConcurrency: z.number().nullish(),
    maxInstanceCount: z.number().nullish(),
    timeoutSeconds: z.number().nullish(),
    environmentVariables: z.record(z.string(), z.string()).default({}),
    secretEnvironmentVariables: z
      .array(z.object({ key: z.string(), version: z.string() }))
      .nullish()
      .transform(secrets => secrets ?? []),
  }),
})
const functionList = z.object({ functions: z.array(aFunction).default([]) })
const builtIndex = index.omit({ collectionGroup: true }).extend({ name: z.string(), state: text })
export const indexList = z.object({ indexes: z.array(builtIndex).default([]) })
const fieldList = z.object({ fields: z.array(z.object({ name: z.string() })).default([]) })
const version = z.object({ name: z.string(), state: z.string() })
const release = z.object({
  releases: z.array(z.object({ name: z.string(), rulesetName: z.string() })).default([]),
})
const ruleset = z.object({ source: z.object({ files: z.array(z.object({ content: z.string() })) }) })

export async function presentIn(
  cloud: Google,
  secretNames: readonly string[],
  apis: readonly string[],
): Promise<Present> {
  const database = `/v1/projects/${cloud.project}/databases/(default)`
  const [functions, secrets, enabled, db, rules, indexes, fields, sdkConfig] = await Promise.all([
    functionsIn(cloud),
    Promise.all(secretNames.map(name => newestVersion(cloud, name))),
    Promise.all(apis.map(api => isEnabled(cloud, api))),
    cloud.get('firestore.googleapis.com', database),
    rulesIn(cloud),
    cloud.get('firestore.googleapis.com', `${database}/collectionGroups/-/indexes`),
    cloud.get(
      'firestore.googleapis.com',
      `${database}/collectionGroups/-/fields?filter=indexConfig.usesAncestorConfig=false%20OR%20ttlConfig:*`,
    ),
    cloud.get('firebase.googleapis.com', `/v1beta1/projects/${cloud.project}/adminSdkConfig`),
  ])
  return {
    functions,
    secrets: Object.fromEntries(
      secretNames.flatMap((name, at) => (secrets[at] === undefined ? [] : [[name, secrets[at]]])),
    ),
    missingApis: apis.filter((_, at) => !enabled[at]),
    location: z.object({ locationId: z.string() }).safeParse(db).data?.locationId,
    rules,
    indexes: indexList.parse(indexes ?? {}).indexes.map(describeBuilt),
    fields: fieldList.parse(fields ?? {}).fields.flatMap(({ name }) => fieldName(name) ?? []),
    sdkConfig,
  }
}

/** The group stands in the name, as in `…/collectionGroups/threads/indexes/1`. */
export const describeBuilt = ({ name, ...index }: z.output<typeof builtIndex>): string =>
  describeIndex({ ...index, collectionGroup: name.split('/').at(-3) ?? '' })

async function functionsIn(cloud: Google): Promise<Map<string, PresentFunction>> {
  const asked = `/v2/projects/${cloud.project}/locations/-/functions?pageSize=1000`
  const found = functionList.parse((await cloud.get('cloudfunctions.googleapis.com', asked)) ?? {}).functions
  return new Map(
    found
      .filter(({ labels }) => labels['deployment-tool']?.startsWith('cli-firebase'))
      .map(({ name, state, labels, serviceConfig: its }) => [
        name.split('/').at(-1) ?? '',
        {
          size: {
            region: name.split('/').at(-3) ?? '',
            memory: `${mebibytes(its.availableMemory ?? '256M')} MiB`,
            cpu: its.availableCpu ?? '1',
            concurrency: String(its.maxInstanceRequestConcurrency ?? 80),
            instances: String(its.maxInstanceCount ?? 100),
            seconds: String(its.timeoutSeconds ?? 60),
          },
          secrets: Object.fromEntries(its.secretEnvironmentVariables.map(one => [one.key, one.version])),
          environment: its.environmentVariables,
          fingerprint: state === 'ACTIVE' ? labels['firebase-functions-hash'] : undefined,
        },
      ]),
  )
}

/** `512Mi`, `512M`, `1Gi` or `1G`. */
const mebibytes = (memory: string): number => Number.parseFloat(memory) * (/G/.test(memory) ? 1024 : 1)

async function newestVersion(cloud: Google, name: string): Promise<string | undefined> {
  const asked = `/v1/projects/${cloud.project}/secrets/${name}/versions/latest`
  const found = version.safeParse(await cloud.get('secretmanager.googleapis.com', asked)).data
  return found?.state === 'ENABLED' ? found.name.split('/').at(-1) : undefined
}

async function isEnabled(cloud: Google, api: string): Promise<boolean> {
  const asked = `/v1/projects/${cloud.project}/services/${api}`
  const answer = await cloud.get('serviceusage.googleapis.com', asked)
  return z.object({ state: z.literal('ENABLED') }).safeParse(answer).success
}

async function rulesIn(cloud: Google): Promise<string | undefined> {
  const host = 'firebaserules.googleapis.com'
  const asked = `/v1/projects/${cloud.project}/releases?pageSize=100`
  const { releases } = release.parse((await cloud.get(host, asked)) ?? {})
  const current = releases.find(({ name }) => name.endsWith('/releases/cloud.firestore'))
  if (!current) return undefined
  return ruleset.safeParse(await cloud.get(host, `/v1/${current.rulesetName}`)).data?.source.files[0]?.content
}

/** From `…/collectionGroups/threads/fields/lastMessage`; undefined for the database's default. */
function fieldName(name: string): string | undefined {
  const [, group, field] = /\/collectionGroups\/([^/]+)\/fields\/(.+)$/.exec(name) ?? []
  return group === undefined || group === '__default__' ? undefined : `${group}.${field}`
}
