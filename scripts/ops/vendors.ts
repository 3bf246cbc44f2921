import path from 'node:path'
import type { AlgoliaConfig } from '../../functions/src/adapters/algolia/client.ts'
import type { GuestPlatformConfig } from '../../functions/src/adapters/guest-platform/guest-platform.ts'
import type { StorageConfig } from '../../functions/src/adapters/storage/files.ts'
import type { TwilioAccount } from '../../functions/src/adapters/twilio/client.ts'
import { parametersOf } from '../deploy/vendors.ts'
import { StackError } from '../stack/errors.ts'
import { localParameters } from '../stack/parameters.ts'
import { repoRoot } from '../stack/paths.ts'
import { defaultPorts, host } from '../stack/ports.ts'
import { readSandboxCredentials } from '../stack/sandbox.ts'

type Values = Record<string, string | undefined>

/** Where the vendors of a system are, and our keys to them. One that it does not have is absent. */
export interface VendorAccess {
  twilio?: TwilioAccount
  algolia?: AlgoliaConfig
  guestPlatform?: GuestPlatformConfig
  storage?: StorageConfig
  /** By which opt-outs are hashed. */
  optOutKeys?: string[]
}

const timeoutMs = 20_000
/** Which vendors a project has. */
const vendorParameters = ['TWILIO_ACCOUNT_SID', 'ALGOLIA_APP_ID', 'GUEST_PLATFORM_URL'] as const

/**
 * The sandbox of the local system; of a project what `functions/.env.<project>` says, with secrets of the environment.
 */
export async function vendorAccess(env: Values, project: string | undefined): Promise<VendorAccess> {
  if (project === undefined) return accessOf(await localValues(env))
  const parameters = parametersOf(project)
  const unsaid = vendorParameters.filter(name => parameters[name] === undefined)
  // Empty says that there is no such vendor; to say nothing would leave its copies behind unseen.
  if (unsaid.length > 0)
    throw new StackError(
      `functions/.env.${project} does not say ${unsaid.join(', ')}: copies at the vendors could not be erased.`,
      'Do it with the file the project is deployed with; what it does not use stands there with an empty value.',
    )
  const needed = [
    'OPT_OUT_KEY',
    ...(parameters.TWILIO_ACCOUNT_SID ? ['TWILIO_AUTH_TOKEN'] : []),
    ...(parameters.ALGOLIA_APP_ID ? ['ALGOLIA_API_KEY'] : []),
    ...(parameters.GUEST_PLATFORM_URL ? ['GUEST_PLATFORM_API_KEY'] : []),
  ]
  const missing = needed.filter(name => !env[name])
  if (missing.length > 0)
    throw new StackError(
      `${missing.join(', ')} not set in the environment: copies at the vendors could not be erased.`,
      `Set them as deployed, such as TWILIO_AUTH_TOKEN=$(npx firebase functions:secrets:access TWILIO_AUTH_TOKEN --project ${project}).`,
    )
  return accessOf({ ...parameters, ...Object.fromEntries(needed.map(name => [name, env[name]])) })
}

async function localValues(env: Values): Promise<Values> {
  const sandbox = env.SANDBOX_URL ?? `http://${host}:${defaultPorts.sandbox}`
  const credentials = await readSandboxCredentials(path.join(repoRoot, 'sandbox'))
  const { plain, secret } = localParameters(sandbox, env.API_URL ?? '', credentials)
  return { ...plain, ...secret }
}

function accessOf(values: Values): VendorAccess {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: token, ALGOLIA_APP_ID: appId } = values
  const {
    ALGOLIA_API_KEY: indexKey,
    OPT_OUT_KEY: optOutKey = '',
    GUEST_PLATFORM_URL: platform,
    GUEST_PLATFORM_API_KEY: platformKey,
  } = values
  const url = values.TWILIO_URL || 'https://api.twilio.com'
  // While it changes it holds two: the first is in use.
  const authToken = token?.split(/[,\r\n]/)[0]?.trim()
  return {
    optOutKeys: optOutKey
      .split(/[,\r\n]/)
      .map(key => key.trim())
      .filter(key => key !== ''),
    ...(accountSid && authToken && { twilio: { url, accountSid, authToken, timeoutMs } }),
    ...(appId && indexKey && { algolia: algoliaOf(values, appId, indexKey) }),
    ...(values.FILES_BUCKET && {
      storage: {
        url: values.STORAGE_URL || 'https://storage.googleapis.com',
        ...{ bucket: values.FILES_BUCKET, timeoutMs },
      },
    }),
    ...(platform && platformKey && { guestPlatform: { url: platform, apiKey: platformKey, timeoutMs } }),
  }
}

const algoliaOf = (values: Values, appId: string, apiKey: string): AlgoliaConfig => ({
  url: values.ALGOLIA_URL || `https://${appId}.algolia.net`,
  appId,
  apiKey,
  index: values.ALGOLIA_INDEX || 'threads',
  timeoutMs,
})

/**
 * The index of the local system; of a project the one that `functions/.env.<project>` names, whatever the environment
 * says of others, with `ALGOLIA_API_KEY` of the environment.
 */
export async function algoliaAccess(
  env: Values,
  project: string | undefined,
  folder?: string,
): Promise<AlgoliaConfig> {
  const values =
    project === undefined
      ? await localValues(env)
      : { ...parametersOf(project, folder), ALGOLIA_API_KEY: env.ALGOLIA_API_KEY }
  const { ALGOLIA_APP_ID: appId, ALGOLIA_API_KEY: apiKey } = values
  if (!appId)
    throw new StackError(`functions/.env.${project} has no ALGOLIA_APP_ID.`, 'There is no index to compare.')
  if (!apiKey)
    throw new StackError(
      'ALGOLIA_API_KEY is not set in the environment.',
      `Set it as deployed: ALGOLIA_API_KEY=$(npx firebase functions:secrets:access ALGOLIA_API_KEY --project ${project}).`,
    )
  return algoliaOf(values, appId, apiKey)
}

/** The channel manager of the local system; of a project with `CHANNEL_MANAGER_API_KEY` of the environment. */
export async function channelManagerAccess(env: Values, project: string | undefined) {
  const values = project === undefined ? await localValues(env) : { ...parametersOf(project), ...env }
  const { CHANNEL_MANAGER_API_KEY: apiKey } = values
  if (!apiKey)
    throw new StackError(
      'CHANNEL_MANAGER_API_KEY is not set in the environment.',
      `Set it as deployed: CHANNEL_MANAGER_API_KEY=$(npx firebase functions:secrets:access CHANNEL_MANAGER_API_KEY --project ${project}).`,
    )
  return { url: values.CHANNEL_MANAGER_URL || 'https://app.channex.io/api/v1', apiKey, timeoutMs }
}
