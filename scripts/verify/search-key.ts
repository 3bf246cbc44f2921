import * as z from 'zod'
import type { Gcloud } from '../deploy/gcloud.ts'
import { type Check, check, refute } from './check.ts'

interface Access {
  url: string
  appId: string
  /** The search-only key that users' keys are derived from. */
  searchKey: string
}

const secretVersion = z.object({ payload: z.object({ data: z.string() }) })

/** The key that the deployment uses. */
export async function deployedAccess(
  gcloud: Gcloud,
  project: string,
  parameters: Readonly<Record<string, string | undefined>>,
): Promise<Access | undefined> {
  const { ALGOLIA_APP_ID: appId = '', ALGOLIA_URL: given } = parameters
  if (appId === '') return undefined
  const newest = ['secrets', 'versions', 'access', 'latest', '--secret', 'ALGOLIA_SEARCH_KEY']
  const { payload } = secretVersion.parse(await gcloud([...newest, '--project', project]))
  const searchKey = Buffer.from(payload.data, 'base64').toString().trim()
  return { url: given || `https://${appId}.algolia.net`, appId, searchKey }
}

const key = z.object({ maxQueriesPerIPPerHour: z.number().default(0) })

/** The limit that docs/deploy.md sets for each user and address. */
const searchesAnHour = 1000

/** Without a limit anybody with a key could search endlessly at our cost. */
export const searchKeyCheck = (accessOf: () => Promise<Access | undefined>): Check =>
  check('search key', async () => {
    const access = await accessOf()
    if (!access) return 'there is no search here'
    const { url, appId, searchKey } = access
    const headers = { 'x-algolia-application-id': appId, 'x-algolia-api-key': searchKey }
    const signal = AbortSignal.timeout(30_000)
    const answer = await fetch(`${url}/1/keys/${encodeURIComponent(searchKey)}`, { headers, signal })
    const remedy = 'Set "Max API calls/IP/hour" of the search-only key: docs/deploy.md#3-the-vendors'
    if (!answer.ok) return refute(`Algolia does not know it (${answer.status}).`, remedy)
    const { maxQueriesPerIPPerHour: limit } = key.parse(await answer.json())
    if (limit === 0 || limit > searchesAnHour)
      refute(`it allows ${limit || 'endless'} searches an hour, more than ${searchesAnHour}.`, remedy)
    return `${limit} searches an hour for each user and address`
  })
