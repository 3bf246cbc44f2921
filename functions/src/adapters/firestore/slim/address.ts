import type { Address } from './call.ts'
import { codes, FirestoreError } from './failure.ts'

const scopes = ['https://www.googleapis.com/auth/datastore']

/** A project's default database: at the emulator where one is named, else at Google. */
export function addressOf(projectId: string): Address {
  const database = `projects/${projectId}/databases/(default)`
  const emulator = process.env.FIRESTORE_EMULATOR_HOST
  if (emulator) return { origin: `http://${emulator}`, database, token: async () => 'owner' }
  return { origin: 'https://firestore.googleapis.com', database, token: googleToken() }
}

/**
 * Access tokens, each kept as long as it is good: of the metadata server where functions run, elsewhere of whatever
 * Google's tools find.
 */
function googleToken(): Address['token'] {
  const found = async () => {
    const { Compute, GoogleAuth } = await import('google-auth-library')
    return process.env.K_SERVICE ? new Compute({ scopes }) : new GoogleAuth({ scopes })
  }
  let client = found()
  // Whoever asks for a token is told.
  client.catch(() => {})
  return async isRefused => {
    if (isRefused) client = found()
    try {
      const token: unknown = await (await client).getAccessToken()
      // One says the token, the other an object with it.
      const text = typeof token === 'object' && token !== null && 'token' in token ? token.token : token
      if (typeof text === 'string' && text !== '') return text
    } catch (error) {
      throw noToken(error instanceof Error ? error.message : 'for no reason')
    }
    throw noToken('it is empty')
  }
}

const noToken = (why: string): FirestoreError =>
  new FirestoreError(codes.UNAVAILABLE, `there is no access token: ${why}`, { isUnsent: true })
