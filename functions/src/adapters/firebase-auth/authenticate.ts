import { getApps, initializeApp } from 'firebase-admin/app'
import { getAuth } from 'firebase-admin/auth'
import * as z from 'zod'
import { type Role, type TokenRole, tokenRoles } from '../../lib/actor.ts'
import { DomainError } from '../../lib/errors.ts'
import { isReservedKey } from '../../lib/identifiers.ts'
import type { Clock } from '../../lib/ports.ts'
import { heldRole } from '../../lib/roles/standing.ts'
import type { Authenticate } from '../../lib/services.ts'
import { standings } from './standing.ts'

/** The Admin SDK checks an expiry only where there is one, and never the time of issue. */
const times = z.looseObject({ iat: z.number(), exp: z.number() })

/** How far ahead of ours Google's clock may be, in seconds. */
const clockSkew = 300

const claims = z.looseObject({
  uid: z.string(),
  role: z.unknown().optional(),
  auth_time: z.number().optional(),
  firebase: z.looseObject({ sign_in_provider: z.string().optional() }).optional(),
})

/**
 * Firebase ID tokens: signature, expiry, audience and issuer, then whether such a user may act here at all. A role of our
 * own people and services counts as long as both the token and the user's record have it.
 */
export const firebaseAuthenticate = (clock: Pick<Clock, 'now'>): Authenticate => {
  const auth = getAuth(getApps()[0] ?? initializeApp())
  const standingOf = standings(auth, clock)

  async function presentRole(uid: string, role: TokenRole, signedInAt = 0): Promise<Role> {
    const standing = await standingOf(uid)
    const isEnded = !standing || standing.isDisabled || signedInAt * 1000 < standing.validSince
    if (isEnded) throw notValid('This sign-in has been ended.')
    return heldRole(role, standing)
  }
  return async idToken => {
    const decoded = await auth.verifyIdToken(idToken).catch((error: unknown) => {
      throw refused(error)
    })
    if (!isIssued(decoded)) throw notValid('The ID token is not valid.')
    const { uid, role, auth_time: signedInAt, firebase } = claims.parse(decoded)
    if (firebase?.sign_in_provider === 'anonymous') {
      throw new DomainError('forbidden', 'Anonymous users may not do this.', {
        nextAction: 'Sign in with an account.',
      })
    }
    if (isReservedKey(uid)) throw new DomainError('forbidden', 'This user id is reserved.')
    if (!isTokenRole(role)) return { uid, role: 'user' }
    return { uid, role: role === 'landlord' ? role : await presentRole(uid, role, signedInAt) }
  }
}

const isTokenRole = (role: unknown): role is TokenRole => tokenRoles.some(known => known === role)

function isIssued(decoded: unknown): boolean {
  const { success, data } = times.safeParse(decoded)
  return success && data.iat <= Date.now() / 1000 + clockSkew
}

const notValid = (detail: string): DomainError =>
  new DomainError('unauthenticated', detail, { nextAction: 'Sign in again.' })

/** Nothing of the token goes into the error. The Admin SDK tells keys it could not get only by these messages. */
function refused(error: unknown): DomainError {
  if (error instanceof Error && /fetching public keys|while making request/i.test(error.message)) {
    return new DomainError('provider-unavailable', 'Sign-ins cannot be checked right now.', {
      nextAction: 'Try again in a minute.',
      retryAfterSeconds: 10,
    })
  }
  const isExpired = error instanceof Error && 'code' in error && error.code === 'auth/id-token-expired'
  return notValid(isExpired ? 'The ID token has expired.' : 'The ID token is not valid.')
}
