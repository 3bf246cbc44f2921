import { DomainError } from '../../lib/errors.ts'
import type { Clock } from '../../lib/ports.ts'
import { type SeenStatus, staffRole, type UserStatus } from '../../lib/roles/user-status.ts'

/** The fields of a user's record that decide what they may do, named as in the Admin SDK. */
export interface HeldUser {
  customClaims?: Readonly<Record<string, unknown>> | undefined
  disabled: boolean
  tokensValidAfterTime?: string | undefined
}

interface Users {
  getUser(uid: string): Promise<HeldUser>
  hasBeenStaff(uid: string): Promise<boolean>
  /** Told of staff who were not seen as such before. Does not throw. */
  seeStaff(uid: string, status: UserStatus): Promise<void>
}

export const userStatusOf = ({ customClaims, disabled, tokensValidAfterTime }: HeldUser): UserStatus => ({
  role: customClaims?.role,
  isDisabled: disabled,
  validSince: tokensValidAfterTime === undefined ? 0 : Date.parse(tokensValidAfterTime),
})

export const cannotBeRead = (): DomainError =>
  new DomainError('provider-unavailable', 'Users cannot be looked up right now.', {
    nextAction: 'Try again in a minute.',
    retryAfterSeconds: 10,
  })

/** A sign-in that was ended, or a revoked role, may still count for this long. Milliseconds. */
const freshMs = 30_000
/** Users cached per process. */
const most = 1000

/**
 * Reads users' records, each at most twice a minute. Undefined for an unknown user. Throws `provider-unavailable` if a
 * record cannot be read: nothing is granted then.
 */
export function userStatuses(auth: Users, { now }: Pick<Clock, 'now'>) {
  const known = new Map<string, { at: number; status: Promise<SeenStatus | undefined> }>()
  return (uid: string): Promise<SeenStatus | undefined> => {
    const at = now().getTime()
    const last = known.get(uid)
    if (last && at - last.at < freshMs) return last.status
    const status = read(auth, uid, new Date(at))
    known.delete(uid)
    known.set(uid, { at, status })
    const [oldest] = known.keys()
    if (known.size > most && oldest !== undefined) known.delete(oldest)
    status.catch(() => known.get(uid)?.status === status && known.delete(uid))
    return status
  }
}

async function read(auth: Users, uid: string, readAt: Date): Promise<SeenStatus | undefined> {
  try {
    const [user, hasBeenStaff] = await Promise.all([auth.getUser(uid), auth.hasBeenStaff(uid)])
    const status = userStatusOf(user)
    if (!hasBeenStaff && staffRole(status)) await auth.seeStaff(uid, status)
    return { ...status, hasBeenStaff, readAt }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'auth/user-not-found') return undefined
    throw cannotBeRead()
  }
}
