import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { dotenvOf, packedFiles } from './firebase-tools.ts'
import { type Endpoint, type Manifest, manifestOf, plainParameters, secretNames } from './manifest.ts'

/** A function's resources, in a comparable form. */
export const sizeNames = ['region', 'memory', 'cpu', 'concurrency', 'instances', 'seconds'] as const
export type Size = Readonly<Record<(typeof sizeNames)[number], string>>

/** The state this checkout would deploy. */
export interface Wanted {
  readonly functions: ReadonlyMap<string, WantedFunction>
  /** Plain parameters that are declared. */
  readonly parameters: readonly string[]
  /** The dotenv files' values. */
  readonly environment: Readonly<Record<string, string>>
  readonly secrets: readonly string[]
  readonly apis: readonly string[]
  readonly rules: string
  readonly indexes: readonly string[]
  readonly fields: readonly string[]
  readonly location: string
  /** firebase-tools' hash for unchanged code, parameters and secrets. */
  fingerprint(name: string, sdkConfig: unknown, secretVersions: Readonly<Record<string, string>>): string
}

interface WantedFunction {
  readonly size: Size
  readonly secrets: readonly string[]
}

export const index = z.looseObject({
  collectionGroup: z.string(),
  queryScope: z.string(),
  fields: z.array(z.looseObject({ fieldPath: z.string() })),
})
const indexFile = z.object({
  indexes: z.array(index),
  fieldOverrides: z.array(z.looseObject({ collectionGroup: z.string(), fieldPath: z.string() })),
})
const firebaseJson = z.object({
  functions: z.tuple([z.object({ source: z.string(), ignore: z.array(z.string()) })]),
  firestore: z.object({ rules: z.string(), indexes: z.string(), location: z.string() }),
})

export type Index = z.output<typeof index>

/** `participantIds CONTAINS, updatedAt DESCENDING`. */
export const fieldsOf = (fields: Index['fields']): string =>
  fields
    .filter(({ fieldPath }) => fieldPath !== '__name__')
    .map(({ fieldPath, order, arrayConfig }) => `${fieldPath} ${order ?? arrayConfig}`)
    .join(', ')

/** `threads (collection): participantIds CONTAINS, updatedAt DESCENDING`. */
export const describeIndex = ({ collectionGroup, queryScope, fields }: Index): string =>
  `${collectionGroup} (${queryScope === 'COLLECTION_GROUP' ? 'group' : 'collection'}): ${fieldsOf(fields)}`

export async function wantedBy(root: string, projectId: string): Promise<Wanted> {
  const { functions, firestore } = firebaseJson.parse(json(root, 'firebase.json'))
  const functionsDir = path.join(root, functions[0].source)
  const manifest = await manifestOf(functionsDir)
  const { indexes, fieldOverrides } = indexFile.parse(json(root, firestore.indexes))
  const environment = dotenvOf(functionsDir, projectId)
  const source = await sourceHash(functionsDir, functions[0].ignore)
  return {
    functions: new Map(
      Object.entries(manifest.endpoints).map(([name, endpoint]) => [
        name,
        { size: sizeOf(endpoint), secrets: secretsOf(endpoint) },
      ]),
    ),
    parameters: plainParameters(manifest).map(({ name }) => name),
    environment,
    secrets: boundSecrets(manifest),
    apis: neededApis,
    rules: readFileSync(path.join(root, firestore.rules), 'utf8'),
    indexes: indexes.map(describeIndex),
    fields: fieldOverrides.map(({ collectionGroup, fieldPath }) => `${collectionGroup}.${fieldPath}`),
    location: firestore.location,
    fingerprint(name, sdkConfig, versions) {
      const all = { ...environment, FIREBASE_CONFIG: JSON.stringify(sdkConfig), GCLOUD_PROJECT: projectId }
      const bound = Object.fromEntries(
        (manifest.endpoints[name]?.secretEnvironmentVariables ?? []).map(({ key }) => [
          key,
          versions[key] ?? '',
        ]),
      )
      return sha1([source, sha1(JSON.stringify(all)), sha1(JSON.stringify(bound))].join(''))
    },
  }
}

/** What functions, schedules, secrets, Firestore, Hosting, the dashboard's sign-in and the alerts need. */
const neededApis = [
  'artifactregistry',
  'cloudbilling',
  'cloudbuild',
  'cloudfunctions',
  'cloudresourcemanager',
  'cloudscheduler',
  'compute',
  'eventarc',
  'firebaseextensions',
  'firebasehosting',
  'firebaserules',
  'firestore',
  'identitytoolkit',
  'logging',
  'monitoring',
  'pubsub',
  'run',
  'secretmanager',
  'storage',
].map(name => `${name}.googleapis.com`)

const sha1 = (data: string | Buffer): string => createHash('sha1').update(data).digest('hex')

async function sourceHash(functionsDir: string, ignored: readonly string[]): Promise<string> {
  const logs = ['firebase-debug.log', 'firebase-debug.*.log', '.runtimeconfig.json']
  const files = await packedFiles(functionsDir, [...ignored, ...logs])
  const hashes = files.map(file => sha1(readFileSync(file)))
  return sha1(hashes.sort().join(''))
}

const sizeOf = (endpoint: Endpoint): Size => ({
  region: endpoint.region[0] ?? '',
  memory: `${endpoint.availableMemoryMb ?? 256} MiB`,
  cpu: String(endpoint.cpu ?? 1),
  concurrency: String(endpoint.concurrency ?? 80),
  instances: String(endpoint.maxInstances ?? 100),
  seconds: String(endpoint.timeoutSeconds ?? 60),
})

const secretsOf = ({ secretEnvironmentVariables }: Endpoint): string[] =>
  secretEnvironmentVariables.map(({ key }) => key)

const boundSecrets = (manifest: Manifest): string[] => [
  ...new Set([...secretNames(manifest), ...Object.values(manifest.endpoints).flatMap(secretsOf)]),
]

const json = (root: string, file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'))
