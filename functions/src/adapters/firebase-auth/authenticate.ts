import { type Role, type TokenRole, tokenRoles } from '../../lib/actor.ts'
import { DomainError } from '../../lib/errors.ts'
import { isReservedKey } from '../../lib/identifiers.ts'
import type { Clock } from '../../lib/ports.ts'
import { heldRole } from '../../lib/roles/standing.ts'
import type { Authenticate } from '../../lib/services.ts'
import { projectOfProcess } from '../google-token.ts'
import { KeysUnavailable } from './google-keys.ts'
import { idTokens, NoIdToken } from './id-token.ts'
import { standings } from './standing.ts'
import { userRecord } from './user-record.ts'

/**
 * Firebase ID tokens: signature, expiry, audience and issuer, then whether such a user may act here at all. A role of our
 * own people and services counts as long as both the token and the user's record have it.
 */
export const firebaseAuthenticate = (clock: Pick<Clock, 'now'>): Authenticate => {
  const projectId = projectOfProcess()
  const proven = idTokens(projectId)
  const standingOf = standings(userRecord(projectId), clock)

  async function presentRole(uid: string, role: TokenRole, signedInAt = 0): Promise<Role> {
    const standing = await standingOf(uid)
    const isEnded = !standing || standing.isDisabled || signedInAt * 1000 < standing.validSince
    if (isEnded) throw notValid('This sign-in has been ended.')
    return heldRole(role, standing)
  }
  return async idToken => {
    const token = await proven(idToken).catch((error: unknown) => {
      throw refused(error)
    })
    const { sub: uid, role, auth_time: signedInAt, firebase } = token
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

const notValid = (detail: string): DomainError =>
  new DomainError('unauthenticated', detail, { nextAction: 'Sign in again.' })

/** Nothing of the token goes into the error. */
function refused(error: unknown): unknown {
  if (error instanceof NoIdToken)
    return notValid(error.isExpired ? 'The ID token has expired.' : 'The ID token is not valid.')
  if (!(error instanceof KeysUnavailable)) return error
  return new DomainError('provider-unavailable', 'Sign-ins cannot be checked right now.', {
    nextAction: 'Try again in a minute.',
    retryAfterSeconds: 10,
  })
}
