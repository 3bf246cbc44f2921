import type { AlgoliaConfig } from '../../functions/src/adapters/algolia/client.ts'
import { parametersOf } from '../deploy/vendors.ts'
import { StackError } from '../stack/errors.ts'
import { localParameters, localUrl } from '../stack/parameters.ts'
import { defaultPorts } from '../stack/ports.ts'

type Values = Readonly<Record<string, string | undefined>>

const timeoutMs = 20_000

/** Parameters and secrets of the local system; of a project the parameters in `functions/.env.<project>`. */
function parametersFor(env: Values, project: string | undefined, folder?: string): Values {
  if (project !== undefined) return parametersOf(project, folder)
  const sandbox = env.SANDBOX_URL ?? localUrl(defaultPorts.sandbox)
  const { plain, secret } = localParameters(sandbox, env.API_URL ?? '')
  return { ...plain, ...secret }
}

/** Parameters with the secrets that are needed; a project's secrets are read from the environment. */
function withSecrets(env: Values, project: string | undefined, parameters: Values, names: string[]): Values {
  if (project === undefined) return parameters
  const missing = names.filter(name => !env[name])
  if (missing.length > 0)
    throw new StackError(
      `${missing.join(', ')} not set in the environment.`,
      `Set them as deployed: ${missing[0]}=$(npx firebase functions:secrets:access ${missing[0]} --project ${project}).`,
    )
  return { ...parameters, ...Object.fromEntries(names.map(name => [name, env[name]])) }
}

/** The secret that comes with a parameter, if the project has that vendor. */
const secretByParameter = {
  TWILIO_ACCOUNT_SID: 'TWILIO_AUTH_TOKEN',
  ALGOLIA_APP_ID: 'ALGOLIA_API_KEY',
  GUEST_PLATFORM_URL: 'GUEST_PLATFORM_API_KEY',
}

/** Addresses of the vendors that hold copies of personal data, and our keys to them. An absent one is undefined. */
export type VendorAccess = Partial<Awaited<ReturnType<typeof vendorAccess>>>

export async function vendorAccess(env: Values, project: string | undefined) {
  const parameters = parametersFor(env, project)
  const rows = Object.entries(secretByParameter)
  // An empty parameter says that a vendor is not used; a missing parameter could leave copies there unnoticed.
  const unsaid = rows.map(([name]) => name).filter(name => parameters[name] === undefined)
  if (unsaid.length > 0)
    throw new StackError(
      `functions/.env.${project} does not say ${unsaid.join(', ')}: copies at the vendors could not be erased.`,
      'Do it with the file the project is deployed with; what it does not use stands there with an empty value.',
    )
  const needed = rows.filter(([name]) => parameters[name]).map(([, secret]) => secret)
  const values = withSecrets(env, project, parameters, ['OPT_OUT_KEY', ...needed])
  const { TWILIO_ACCOUNT_SID: accountSid, GUEST_PLATFORM_URL: platform, FILES_BUCKET: bucket } = values
  const [authToken = ''] = bothOf(values.TWILIO_AUTH_TOKEN)
  const apiKey = values.GUEST_PLATFORM_API_KEY ?? ''
  return {
    /** Keys that hash opt-outs. */
    optOutKeys: bothOf(values.OPT_OUT_KEY),
    twilio: accountSid
      ? { url: values.TWILIO_URL || 'https://api.twilio.com', accountSid, authToken, timeoutMs }
      : undefined,
    algolia: algoliaOf(values),
    storage: bucket
      ? { url: values.STORAGE_URL || 'https://storage.googleapis.com', bucket, timeoutMs }
      : undefined,
    guestPlatform: platform ? { url: platform, apiKey, timeoutMs } : undefined,
  }
}

/** During its change a secret holds two values: the first is in use. */
const bothOf = (secret = ''): string[] =>
  secret
    .split(/[,\r\n]/)
    .map(value => value.trim())
    .filter(Boolean)

function algoliaOf(values: Values): AlgoliaConfig | undefined {
  const { ALGOLIA_APP_ID: appId, ALGOLIA_API_KEY: apiKey = '' } = values
  const index = values.ALGOLIA_INDEX || 'threads'
  const url = values.ALGOLIA_URL || `https://${appId}.algolia.net`
  return appId ? { url, appId, apiKey, index, timeoutMs } : undefined
}

/** The index of threads. A project's parameters name its index; the environment does not count. */
export function algoliaAccess(env: Values, project: string | undefined, folder?: string): AlgoliaConfig {
  const parameters = parametersFor(env, project, folder)
  const algolia = algoliaOf(withSecrets(env, project, parameters, ['ALGOLIA_API_KEY']))
  if (algolia) return algolia
  throw new StackError(`functions/.env.${project} has no ALGOLIA_APP_ID.`, 'There is no index to compare.')
}

export function channelManagerAccess(env: Values, project: string | undefined) {
  const values = withSecrets(env, project, parametersFor(env, project), ['CHANNEL_MANAGER_API_KEY'])
  const url = values.CHANNEL_MANAGER_URL || 'https://app.channex.io/api/v1'
  return { url, apiKey: values.CHANNEL_MANAGER_API_KEY ?? '', timeoutMs }
}
