import { type TokenRole, tokenRoles } from '../../lib/actor.ts'
import { bestEffort } from '../../lib/best-effort.ts'
import type { Proofs } from '../../lib/context.ts'
import { DomainError } from '../../lib/errors.ts'
import { isReservedKey } from '../../lib/identifiers.ts'
import type { System } from '../../lib/ports.ts'
import type { UserStatuses } from '../../lib/roles/user-status.ts'
import { heldRole, isFormerStaff, keptOf, type UserStatus } from '../../lib/roles/user-status.ts'
import { projectOfProcess } from '../google-token.ts'
import { KeysUnavailable } from './google-keys.ts'
import { idTokens, NoIdToken } from './id-token.ts'
import { userRecord } from './user-record.ts'
import { userStatuses } from './user-status.ts'

/**
 * Firebase ID tokens: signature, expiry, audience and issuer, then whether the user may act here at all. A sign-in counts
 * until the user's record ends it, a role only while both the token and the record have it.
 */
export const firebaseAuthenticate = (
  { clock, log }: Pick<System, 'clock' | 'log'>,
  seen: Pick<UserStatuses, 'has' | 'write'>,
): Proofs['signIn']['prove'] => {
  const projectId = projectOfProcess()
  const proven = idTokens(projectId)
  const users = {
    ...userRecord(projectId),
    hasBeenStaff: (uid: string) => seen.has(uid),
    seeStaff: (uid: string, status: UserStatus) =>
      bestEffort(log, 'the standing of staff', () =>
        seen.write(new Map([[uid, keptOf(status, undefined, clock.now())]])),
      ),
  }
  const userStatusOf = userStatuses(users, clock)

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
    const status = await userStatusOf(uid)
    if (!status || isEnded(status, signedInAt)) throw notValid('This sign-in has been ended.')
    return {
      uid,
      provenAt: status.readAt,
      role: isTokenRole(role) ? heldRole(role, status) : 'user',
      ...(isFormerStaff(status) && { wasStaff: true }),
    }
  }
}

const isEnded = ({ isDisabled, validSince }: UserStatus, signedInAt = 0): boolean =>
  isDisabled || signedInAt * 1000 < validSince

const isTokenRole = (role: unknown): role is TokenRole => tokenRoles.some(known => known === role)

const notValid = (detail: string): DomainError =>
  new DomainError('unauthenticated', detail, { nextAction: 'Sign in again.' })

/** The error carries nothing of the token. */
function refused(error: unknown): unknown {
  if (error instanceof NoIdToken)
    return notValid(error.isExpired ? 'The ID token has expired.' : 'The ID token is not valid.')
  if (!(error instanceof KeysUnavailable)) return error
  return new DomainError('provider-unavailable', 'Sign-ins cannot be checked right now.', {
    nextAction: 'Try again in a minute.',
    retryAfterSeconds: 10,
  })
}
