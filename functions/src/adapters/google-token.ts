type AccessToken = (isRefused?: boolean) => Promise<string>

/** From the metadata server in the cloud, else application default credentials. */
export function googleToken(scopes: string[]): AccessToken {
  const newClient = async () => {
    // The bundle has a CommonJS package's exports only here.
    const { Compute, GoogleAuth } = (await import('google-auth-library')).default
    return process.env.K_SERVICE ? new Compute({ scopes }) : new GoogleAuth({ scopes })
  }
  let client: ReturnType<typeof newClient> | undefined
  return async isRefused => {
    if (isRefused) client = undefined
    client ??= newClient()
    const token: unknown = await (await client).getAccessToken()
    const text = typeof token === 'object' && token !== null && 'token' in token ? token.token : token
    if (typeof text === 'string' && text !== '') return text
    throw new Error('the access token is empty')
  }
}
