import { errors, type JWTHeaderParameters, type JWTPayload, jwtVerify, UnsecuredJWT } from 'jose'
import * as z from 'zod'
import { googleKeys, type Key } from './google-keys.ts'

/** The user of a token, and its claims. */
const idToken = z.looseObject({
  aud: z.string(),
  sub: z.string().min(1).max(128),
  iat: z.number(),
  role: z.unknown().optional(),
  auth_time: z.number().optional(),
  firebase: z.looseObject({ sign_in_provider: z.string().optional() }).optional(),
})

export type IdToken = z.output<typeof idToken>

/** Not a valid token of ours. Carries nothing of its content. */
export class NoIdToken extends Error {
  override readonly name = 'NoIdToken'
  readonly isExpired: boolean

  constructor(isExpired = false) {
    super('no valid ID token')
    this.isExpired = isExpired
  }
}

/** How far Google's clock may be ahead of ours. Seconds. */
const clockSkew = 300
/** Verified tokens cached per process, about a kilobyte each. */
const mostRemembered = 1_000

/** A token whose signature has been verified. */
interface Proven {
  claims: IdToken
  /** Seconds since 1970. */
  expiry: number
  kid: string
  key: Key
}

/**
 * Verifies the project's ID tokens: signature, expiry, audience, issuer. Throws NoIdToken or KeysUnavailable. A user
 * sends the same token for an hour, so its signature is checked once, and again after Google's keys were refetched.
 * Unsigned tokens of the Auth emulator are accepted only where an emulator is configured.
 */
export function idTokens(projectId: string): (token: string) => Promise<IdToken> {
  const expected = {
    issuer: `https://securetoken.google.com/${projectId}`,
    audience: projectId,
    requiredClaims: ['exp', 'iat', 'sub'],
  }
  const keyOf = googleKeys()
  const keyFor = async ({ kid = '' }: JWTHeaderParameters) => {
    const key = await keyOf(kid)
    if (key) return { kid, key }
    throw new NoIdToken()
  }
  const remembered = new Map<string, Proven>()
  const remember = (token: string, proven: Proven) => {
    const [oldest] = remembered.size < mostRemembered ? [] : remembered.keys()
    if (oldest !== undefined) remembered.delete(oldest)
    remembered.set(token, proven)
  }

  async function signed(token: string): Promise<IdToken> {
    const known = remembered.get(token)
    const isStillKnown = known && (await keyOf(known.kid)) === known.key && known.expiry > Date.now() / 1000
    if (isStillKnown) return known.claims
    remembered.delete(token)
    let signedWith: Pick<Proven, 'kid' | 'key'> | undefined
    const key = async (header: JWTHeaderParameters) => {
      signedWith = await keyFor(header)
      return signedWith.key
    }
    const { payload } = await jwtVerify(token, key, { ...expected, algorithms: ['RS256'] })
    const claims = claimsIn(payload)
    if (signedWith) remember(token, { claims, expiry: payload.exp ?? 0, ...signedWith })
    return claims
  }
  const isEmulated = Boolean(process.env.FIREBASE_AUTH_EMULATOR_HOST)
  return async token => {
    try {
      return isEmulated ? claimsIn(UnsecuredJWT.decode(token, expected).payload) : await signed(token)
    } catch (error) {
      if (error instanceof errors.JOSEError) throw new NoIdToken(error instanceof errors.JWTExpired)
      throw error
    }
  }
}

function claimsIn(payload: JWTPayload): IdToken {
  const { success, data } = idToken.safeParse(payload)
  if (!success || data.iat > Date.now() / 1000 + clockSkew) throw new NoIdToken()
  return data
}
