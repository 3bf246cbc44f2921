/** The project of this process: deployments set the first variable, Google's tools the second. */
export function projectOfProcess(): string {
  const projectId = process.env.GCLOUD_PROJECT || process.env.GOOGLE_CLOUD_PROJECT
  if (projectId) return projectId
  throw new Error('GCLOUD_PROJECT does not say which project this is')
}

/** An access token; a new one if the last one was refused. */
type AccessToken = (isRefused?: boolean) => Promise<string>

/**
 * Access tokens, fetched on first use and cached while valid: from the metadata server in the cloud, elsewhere from
 * Google's application default credentials.
 */
export function googleToken(scopes: string[]): AccessToken {
  const found = async () => {
    // In a bundle, a CommonJS package's exports are only here.
    const { Compute, GoogleAuth } = (await import('google-auth-library')).default
    return process.env.K_SERVICE ? new Compute({ scopes }) : new GoogleAuth({ scopes })
  }
  let client: ReturnType<typeof found> | undefined
  return async isRefused => {
    if (isRefused) client = undefined
    client ??= found()
    const token: unknown = await (await client).getAccessToken()
    // One client returns the token, the other an object that holds it.
    const text = typeof token === 'object' && token !== null && 'token' in token ? token.token : token
    if (typeof text === 'string' && text !== '') return text
    throw new Error('the access token is empty')
  }
}
