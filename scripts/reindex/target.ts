import path from 'node:path'
import type { AlgoliaConfig } from '../../functions/src/adapters/algolia/client.ts'
import { StackError } from '../stack/errors.ts'
import { localParameters } from '../stack/parameters.ts'
import { repoRoot } from '../stack/paths.ts'
import { deployProject, isDemoProject } from '../stack/project.ts'
import { readSandboxCredentials } from '../stack/sandbox.ts'
import { deployParameters } from '../stack/vendors.ts'

/** Which threads are compared with which index. */
export interface Target {
  projectId: string
  algolia: AlgoliaConfig
}

type Values = Record<string, string | undefined>

const usage = `  locally:       npm run with-stack -- --seed npm run reindex
  a deployment:  ALGOLIA_API_KEY=… npm run reindex -- --project <project id> [--dry-run]`

/** The local stack around us, or else the project that is named. Throws StackError that says what is missing. */
export async function reindexTarget(env: Values, argv: string[]): Promise<Target> {
  return env.FIRESTORE_EMULATOR_HOST ? localTarget(env) : deployedTarget(env, argv)
}

/** The emulator's threads never meet an index outside: it would lose every record that is not theirs. */
async function localTarget(env: Values): Promise<Target> {
  const { SANDBOX_URL, GCLOUD_PROJECT, API_URL = '' } = env
  if (!SANDBOX_URL || !GCLOUD_PROJECT) {
    throw new StackError('FIRESTORE_EMULATOR_HOST is set, but SANDBOX_URL or GCLOUD_PROJECT is not.', usage)
  }
  const credentials = await readSandboxCredentials(path.join(repoRoot, 'sandbox'))
  const { plain, secret } = localParameters(SANDBOX_URL, API_URL, credentials)
  return { projectId: GCLOUD_PROJECT, algolia: algoliaOf({ ...plain, ...secret }) }
}

function deployedTarget(env: Values, argv: string[]): Target {
  const named = argv.some(word => /^(--project|-P)/.test(word)) ? deployProject(argv) : undefined
  const projectId = named ?? env.GCLOUD_PROJECT ?? env.GOOGLE_CLOUD_PROJECT
  if (!projectId || isDemoProject(projectId)) {
    throw new StackError(projectId ? `${projectId} is the local demo project.` : 'No project.', usage)
  }
  const values = { ...deployParameters(projectId), ...env }
  const missing = ['ALGOLIA_APP_ID', 'ALGOLIA_API_KEY'].filter(name => !values[name])
  if (missing.length > 0) {
    throw new StackError(
      `${missing.join(' and ')} not set.`,
      `Set them in the environment; ALGOLIA_APP_ID and ALGOLIA_INDEX are also read from functions/.env.${projectId}.\n${usage}`,
    )
  }
  return { projectId, algolia: algoliaOf(values) }
}

const algoliaOf = (values: Values): AlgoliaConfig => ({
  url: values.ALGOLIA_URL ?? '',
  appId: values.ALGOLIA_APP_ID ?? '',
  apiKey: values.ALGOLIA_API_KEY ?? '',
  index: values.ALGOLIA_INDEX || 'threads',
  timeoutMs: 8000,
})
