/** Where the functions run, or what a machine is set to. Deploying sets the first one, Google's tools know the second. */
export function projectOfProcess(): string {
  const projectId = process.env.GCLOUD_PROJECT || process.env.GOOGLE_CLOUD_PROJECT
  if (projectId) return projectId
  throw new Error('GCLOUD_PROJECT does not say which project this is')
}

/** An access token; a new one where the last one was refused. */
type AccessToken = (isRefused?: boolean) => Promise<string>

/**
 * Access tokens, looked for when the first is asked for, each kept as long as it is good: of the metadata server where
 * functions run, elsewhere of whatever Google's tools find.
 */
export function googleToken(scopes: string[]): AccessToken {
  const found = async () => {
    // Bundled, a CommonJS package has its names only here.
    const { Compute, GoogleAuth } = (await import('google-auth-library')).default
    return process.env.K_SERVICE ? new Compute({ scopes }) : new GoogleAuth({ scopes })
  }
  let client: ReturnType<typeof found> | undefined
  return async isRefused => {
    if (isRefused) client = undefined
    client ??= found()
    const token: unknown = await (await client).getAccessToken()
    // One says the token, the other an object with it.
    const text = typeof token === 'object' && token !== null && 'token' in token ? token.token : token
    if (typeof text === 'string' && text !== '') return text
    throw new Error('the access token is empty')
  }
}
