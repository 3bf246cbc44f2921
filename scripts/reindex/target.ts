import type { AlgoliaConfig } from '../../functions/src/adapters/algolia/client.ts'
import { StackError } from '../stack/errors.ts'
import { localParameters } from '../stack/parameters.ts'
import { deployProject, isDemoProject } from '../stack/project.ts'
import { deployParameters, ownParameters } from '../stack/vendors.ts'

/** Which threads are compared with which index. */
export interface Target {
  projectId: string
  algolia: AlgoliaConfig
}

type Values = Record<string, string | undefined>

const usage = `  locally:       npm run with-stack -- --seed npm run reindex
  a deployment:  ALGOLIA_API_KEY=… npm run reindex -- --project <project id> [--dry-run] [--remove-orphans]
                 with ALGOLIA_APP_ID and, if it is not "threads", ALGOLIA_INDEX in functions/.env.<project id>`

/**
 * The local stack around us, or else the project that is named, with the index that its `.env` files in `folder` name.
 * Throws StackError that says what is missing.
 */
export async function reindexTarget(env: Values, argv: string[], folder?: string): Promise<Target> {
  return env.FIRESTORE_EMULATOR_HOST ? localTarget(env) : deployedTarget(env, argv, folder)
}

/** Never compares the emulator's threads with a remote index: that would lose its records. */
function localTarget(env: Values): Target {
  const { SANDBOX_URL, GCLOUD_PROJECT, API_URL = '' } = env
  if (!SANDBOX_URL || !GCLOUD_PROJECT) {
    throw new StackError('FIRESTORE_EMULATOR_HOST is set, but SANDBOX_URL or GCLOUD_PROJECT is not.', usage)
  }
  const { plain, secret } = localParameters(SANDBOX_URL, API_URL)
  return { projectId: GCLOUD_PROJECT, algolia: algoliaOf({ ...plain, ...secret }) }
}

/** The deployment's settings name the index; the environment only provides the key. */
function deployedTarget(env: Values, argv: string[], folder: string | undefined): Target {
  const projectId = namedProject(argv)
  if (!ownParameters(projectId, folder).ALGOLIA_APP_ID) {
    throw new StackError(`functions/.env.${projectId} has no ALGOLIA_APP_ID.`, usage)
  }
  const deployed = deployParameters(projectId, folder)
  const algolia = algoliaOf({ ...deployed, ALGOLIA_API_KEY: env.ALGOLIA_API_KEY })
  refuseOther(env, { ...deployed, ALGOLIA_INDEX: algolia.index })
  if (algolia.apiKey === '') throw new StackError('ALGOLIA_API_KEY not set in the environment.', usage)
  return { projectId, algolia }
}

/** Requires an explicit project: a default would be wrong some day. */
function namedProject(argv: string[]): string {
  const at = argv.findIndex(word => word === '--project' || word === '-P')
  const isNamed = at >= 0 ? /^[^-]/.test(argv[at + 1] ?? '') : argv.some(word => /^--project=./.test(word))
  const projectId = isNamed ? deployProject(argv) : undefined
  if (!projectId) throw new StackError('No project.', usage)
  if (isDemoProject(projectId)) throw new StackError(`${projectId} is the local demo project.`, usage)
  return projectId
}

/** Refuses an environment that names another index: it was meant for something else. */
function refuseOther(env: Values, deployed: Values): void {
  const other = ['ALGOLIA_APP_ID', 'ALGOLIA_INDEX', 'ALGOLIA_URL'].filter(
    name => env[name] && env[name] !== (deployed[name] ?? ''),
  )
  if (other.length === 0) return
  throw new StackError(
    `${other.join(' and ')} of the environment not as deployed.`,
    `Unset them: they are read from functions/.env.<project id>.`,
  )
}

const algoliaOf = (values: Values): AlgoliaConfig => ({
  url: values.ALGOLIA_URL ?? '',
  appId: values.ALGOLIA_APP_ID ?? '',
  apiKey: values.ALGOLIA_API_KEY ?? '',
  index: values.ALGOLIA_INDEX || 'threads',
  timeoutMs: 8000,
})
