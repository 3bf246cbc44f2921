import { errors, type JWTHeaderParameters, jwtVerify, UnsecuredJWT } from 'jose'
import * as z from 'zod'
import { googleKeys } from './google-keys.ts'

/** Who a token is of, and what it claims. */
const claims = z.looseObject({
  aud: z.string(),
  sub: z.string().min(1).max(128),
  iat: z.number(),
  role: z.unknown().optional(),
  auth_time: z.number().optional(),
  firebase: z.looseObject({ sign_in_provider: z.string().optional() }).optional(),
})

export type IdToken = z.output<typeof claims>

/** A token that is none of ours. Says nothing of what it holds. */
export class NoIdToken extends Error {
  override readonly name = 'NoIdToken'
  readonly isExpired: boolean

  constructor(isExpired = false) {
    super('no valid ID token')
    this.isExpired = isExpired
  }
}

/** How far ahead of ours Google's clock may be, in seconds. */
const clockSkew = 300

/**
 * Proves ID tokens of that project: signature, expiry, audience, issuer. Throws NoIdToken for every other token, and
 * KeysUnavailable. Tokens of the Auth emulator have no signature, and count only where one is named.
 */
export function idTokens(projectId: string): (token: string) => Promise<IdToken> {
  const expected = {
    issuer: `https://securetoken.google.com/${projectId}`,
    audience: projectId,
    requiredClaims: ['exp', 'iat', 'sub'],
  }
  const keyOf = googleKeys()
  const key = async ({ kid }: JWTHeaderParameters) => {
    const found = kid === undefined ? undefined : await keyOf(kid)
    if (found) return found
    throw new NoIdToken()
  }
  const isEmulated = Boolean(process.env.FIREBASE_AUTH_EMULATOR_HOST)
  return async token => {
    try {
      const { payload } = isEmulated
        ? UnsecuredJWT.decode(token, expected)
        : await jwtVerify(token, key, { ...expected, algorithms: ['RS256'] })
      const { success, data } = claims.safeParse(payload)
      if (!success || data.iat > Date.now() / 1000 + clockSkew) throw new NoIdToken()
      return data
    } catch (error) {
      if (error instanceof errors.JOSEError) throw new NoIdToken(error instanceof errors.JWTExpired)
      throw error
    }
  }
}
