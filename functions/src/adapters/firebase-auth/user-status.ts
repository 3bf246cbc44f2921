import type { UserRecord } from 'firebase-admin/auth'
import { DomainError } from '../../lib/errors.ts'
import type { Clock } from '../../lib/ports.ts'
import { type SeenStatus, staffRole, type UserStatus } from '../../lib/roles/user-status.ts'
import { remembering } from './remembering.ts'

type HeldUser = Pick<UserRecord, 'customClaims' | 'disabled' | 'tokensValidAfterTime'>

interface Users {
  getUser(uid: string): Promise<HeldUser>
  hasBeenStaff(uid: string): Promise<boolean>
  /** Does not throw. */
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

/** Throws `provider-unavailable` if the record is unreadable. */
export const userStatuses = (auth: Users, clock: Pick<Clock, 'now'>) =>
  remembering(clock, (uid, at) => read(auth, uid, at))

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
