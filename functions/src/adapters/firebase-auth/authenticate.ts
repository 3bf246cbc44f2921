import { getApps, initializeApp } from 'firebase-admin/app'
import { getAuth } from 'firebase-admin/auth'
import { type TokenRole, tokenRoles } from '../../lib/actor.ts'
import { bestEffort } from '../../lib/best-effort.ts'
import type { Proofs } from '../../lib/context.ts'
import { DomainError } from '../../lib/errors.ts'
import { isReservedKey } from '../../lib/identifiers.ts'
import type { System } from '../../lib/ports.ts'
import {
  currentRole,
  hasBeenStaff,
  isFormerStaff,
  keepStatuses,
  nextStanding,
  type UserStatus,
} from '../../lib/roles/user-status.ts'
import type { Store } from '../../lib/store.ts'
import { within } from '../time-limit.ts'
import { cannotBeRead, userStatuses } from './user-status.ts'

/** Seconds; Google's clock may be ahead. */
const clockSkew = 300

/**
 * A sign-in counts until the user's record ends it, a role only while token and record agree. The SDK's `checkRevoked`
 * reads the record every time.
 */
export const firebaseAuthenticate = (
  { clock, log }: Pick<System, 'clock' | 'log'>,
  store: Store,
): Proofs['signIn']['prove'] => {
  const auth = getAuth(getApps()[0] ?? initializeApp())
  const users = {
    getUser: (uid: string) => within(patienceMs, auth.getUser(uid), cannotBeRead),
    hasBeenStaff: (uid: string) => hasBeenStaff(store, uid),
    seeStaff: (uid: string, status: UserStatus) =>
      bestEffort(log, 'the standing of staff', () =>
        keepStatuses(store, new Map([[uid, nextStanding(status, undefined, clock.now())]])),
      ),
  }
  const userStatusOf = userStatuses(users, clock)

  return async idToken => {
    const token = await within(patienceMs, auth.verifyIdToken(idToken).catch(refuse), unavailable)
    const { sub: uid, role, auth_time: signedInAt, firebase } = token
    // The SDK accepts tokens without expiry, and of the future.
    const now = Date.now() / 1000
    const isOfNow = token.exp > 0 && token.iat <= now + clockSkew
    if (!isOfNow) throw notValid('The ID token is not valid.')
    if (firebase?.sign_in_provider === 'anonymous') {
      throw new DomainError('forbidden', 'Anonymous users may not do this.', {
        nextAction: 'Sign in with an account.',
      })
    }
    if (isReservedKey(uid)) throw new DomainError('forbidden', 'This user id is reserved.')
    const status = await userStatusOf(uid)
    if (!status || isEnded(status, signedInAt)) throw notValid('This sign-in has been ended.')
    return {
      uid,
      provenAt: status.readAt,
      role: isTokenRole(role) ? currentRole(role, status) : 'user',
      ...(isFormerStaff(status) && { wasStaff: true }),
    }
  }
}

const isEnded = ({ isDisabled, validSince }: UserStatus, signedInAt = 0): boolean =>
  isDisabled || signedInAt * 1000 < validSince

const isTokenRole = (role: unknown): role is TokenRole => tokenRoles.some(tokenRole => tokenRole === role)

const notValid = (detail: string): DomainError =>
  new DomainError('unauthenticated', detail, { nextAction: 'Sign in again.' })

const expired = () => notValid('The ID token has expired.')

const unavailable = (): DomainError =>
  new DomainError('provider-unavailable', 'Sign-ins cannot be checked right now.', {
    nextAction: 'Try again in a minute.',
    retryAfterSeconds: 10,
  })

/** The SDK waits for Google's keys without end, and for a record two minutes, longer than a request may take. */
const patienceMs = 10_000

/**
 * The SDK codes a failed request for Google's keys as a bad argument; only the message differs. Our error carries
 * nothing of the token.
 */
function refuse(error: unknown): never {
  if (/^Error (fetching public keys|while making request)/.test(error instanceof Error ? error.message : ''))
    throw unavailable()
  const isExpired = error instanceof Error && 'code' in error && error.code === 'auth/id-token-expired'
  throw isExpired ? expired() : notValid('The ID token is not valid.')
}
