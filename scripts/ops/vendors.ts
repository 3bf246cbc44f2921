import type { AlgoliaConfig } from '../../functions/src/adapters/algolia/client.ts'
import type { GuestPlatformConfig } from '../../functions/src/adapters/guest-platform/guest-platform.ts'
import type { StorageConfig } from '../../functions/src/adapters/storage/files.ts'
import type { TwilioAccount } from '../../functions/src/adapters/twilio/client.ts'
import { parametersOf } from '../deploy/vendors.ts'
import { StackError } from '../stack/errors.ts'
import { localParameters, localUrl } from '../stack/parameters.ts'
import { defaultPorts } from '../stack/ports.ts'

type Values = Readonly<Record<string, string | undefined>>

/** Where the vendors of a system are, and our keys to them. One that it does not have is absent. */
export interface VendorAccess {
  twilio?: TwilioAccount | undefined
  algolia?: AlgoliaConfig | undefined
  guestPlatform?: GuestPlatformConfig | undefined
  storage?: StorageConfig | undefined
  /** By which opt-outs are hashed. */
  optOutKeys?: string[]
}

const timeoutMs = 20_000

/**
 * Parameters and secrets of the local system; of a project what `functions/.env.<project>` says, with the secrets that
 * are needed from the environment.
 */
function valuesOf(
  env: Values,
  project: string | undefined,
  neededBy: (parameters: Values) => string[],
  folder?: string,
): Values {
  if (project === undefined) {
    const sandbox = env.SANDBOX_URL ?? localUrl(defaultPorts.sandbox)
    const { plain, secret } = localParameters(sandbox, env.API_URL ?? '')
    return { ...plain, ...secret }
  }
  const parameters = parametersOf(project, folder)
  const needed = neededBy(parameters)
  const missing = needed.filter(name => !env[name])
  if (missing.length > 0)
    throw new StackError(
      `${missing.join(', ')} not set in the environment.`,
      `Set them as deployed: ${missing[0]}=$(npx firebase functions:secrets:access ${missing[0]} --project ${project}).`,
    )
  return { ...parameters, ...Object.fromEntries(needed.map(name => [name, env[name]])) }
}

/** The secret that comes with a parameter, if the project has that vendor. */
const secretByParameter = {
  TWILIO_ACCOUNT_SID: 'TWILIO_AUTH_TOKEN',
  ALGOLIA_APP_ID: 'ALGOLIA_API_KEY',
  GUEST_PLATFORM_URL: 'GUEST_PLATFORM_API_KEY',
}

/** Every vendor that holds copies of what is personal. */
export async function vendorAccess(env: Values, project: string | undefined): Promise<VendorAccess> {
  const values = valuesOf(env, project, parameters => {
    const rows = Object.entries(secretByParameter)
    const unsaid = rows.flatMap(([name]) => (parameters[name] === undefined ? [name] : []))
    // Empty says that there is no such vendor; to say nothing would leave its copies behind unseen.
    if (unsaid.length > 0)
      throw new StackError(
        `functions/.env.${project} does not say ${unsaid.join(', ')}: copies at the vendors could not be erased.`,
        'Do it with the file the project is deployed with; what it does not use stands there with an empty value.',
      )
    return ['OPT_OUT_KEY', ...rows.flatMap(([name, secret]) => (parameters[name] ? [secret] : []))]
  })
  const { TWILIO_ACCOUNT_SID: accountSid, GUEST_PLATFORM_URL: platform, FILES_BUCKET: bucket } = values
  const [authToken = ''] = bothOf(values.TWILIO_AUTH_TOKEN)
  return {
    optOutKeys: bothOf(values.OPT_OUT_KEY),
    twilio: accountSid
      ? { url: values.TWILIO_URL || 'https://api.twilio.com', accountSid, authToken, timeoutMs }
      : undefined,
    algolia: values.ALGOLIA_APP_ID ? algoliaOf(values, values.ALGOLIA_APP_ID) : undefined,
    storage: bucket
      ? { url: values.STORAGE_URL || 'https://storage.googleapis.com', bucket, timeoutMs }
      : undefined,
    guestPlatform: platform
      ? { url: platform, apiKey: values.GUEST_PLATFORM_API_KEY ?? '', timeoutMs }
      : undefined,
  }
}

/** While a secret changes it holds two values: the first is in use. */
const bothOf = (secret = ''): string[] =>
  secret
    .split(/[,\r\n]/)
    .map(value => value.trim())
    .filter(value => value !== '')

const algoliaOf = (values: Values, appId: string): AlgoliaConfig => ({
  url: values.ALGOLIA_URL || `https://${appId}.algolia.net`,
  appId,
  apiKey: values.ALGOLIA_API_KEY ?? '',
  index: values.ALGOLIA_INDEX || 'threads',
  timeoutMs,
})

/** The index of threads, of a project the one that its parameters name, whatever the environment says of others. */
export function algoliaAccess(env: Values, project: string | undefined, folder?: string): AlgoliaConfig {
  const values = valuesOf(env, project, () => ['ALGOLIA_API_KEY'], folder)
  if (values.ALGOLIA_APP_ID) return algoliaOf(values, values.ALGOLIA_APP_ID)
  throw new StackError(`functions/.env.${project} has no ALGOLIA_APP_ID.`, 'There is no index to compare.')
}

export function channelManagerAccess(env: Values, project: string | undefined) {
  const values = valuesOf(env, project, () => ['CHANNEL_MANAGER_API_KEY'])
  const url = values.CHANNEL_MANAGER_URL || 'https://app.channex.io/api/v1'
  return { url, apiKey: values.CHANNEL_MANAGER_API_KEY ?? '', timeoutMs }
}
