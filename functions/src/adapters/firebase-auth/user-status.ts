import { getApps, initializeApp } from 'firebase-admin/app'
import { type Auth, getAuth, type UserRecord } from 'firebase-admin/auth'
import { DomainError } from '../../lib/errors.ts'
import { isReservedKey } from '../../lib/identifiers.ts'
import type { Clock } from '../../lib/ports.ts'
import {
  type StatusHistory,
  staffRole,
  type UserRecords,
  type UserStatus,
} from '../../lib/roles/user-status.ts'

type AccountRecord = Pick<UserRecord, 'customClaims' | 'disabled' | 'tokensValidAfterTime'>

interface Users {
  getUser(uid: string): Promise<AccountRecord>
  hasBeenStaff(uid: string): Promise<boolean>
  /** Does not throw. */
  seeStaff(uid: string, status: UserStatus): Promise<void>
}

export const userStatusOf = ({
  customClaims,
  disabled,
  tokensValidAfterTime,
}: AccountRecord): UserStatus => ({
  role: customClaims?.role,
  isDisabled: disabled,
  validSince: tokensValidAfterTime === undefined ? 0 : Date.parse(tokensValidAfterTime),
})

export const cannotBeRead = (): DomainError =>
  new DomainError('provider-unavailable', 'Users cannot be looked up right now.', {
    nextAction: 'Try again in a minute.',
    retryAfterSeconds: 10,
  })

/** An ended sign-in or role may count this long. */
const freshMs = 30_000
const mostUsers = 1000

/**
 * Reads a user twice a minute at most, for the last thousand users; a failed read is repeated. Throws
 * `provider-unavailable` if the record is unreadable.
 */
export function userStatuses(
  auth: Users,
  { now }: Pick<Clock, 'now'>,
): (uid: string) => Promise<StatusHistory | undefined> {
  const answers = new Map<string, { at: number; status: Promise<StatusHistory | undefined> }>()
  return uid => {
    const at = now().getTime()
    const last = answers.get(uid)
    if (last && at - last.at < freshMs) return last.status
    const status = read(auth, uid, new Date(at))
    answers.delete(uid)
    answers.set(uid, { at, status })
    const [oldest] = answers.keys()
    if (answers.size > mostUsers && oldest !== undefined) answers.delete(oldest)
    status.catch(() => answers.get(uid)?.status === status && answers.delete(uid))
    return status
  }
}

async function read(auth: Users, uid: string, readAt: Date): Promise<StatusHistory | undefined> {
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

/** Firebase's limit. */
const usersOfLookUp = 100
const usersOfPage = 1000

const userRecords = (auth: Pick<Auth, 'getUsers' | 'listUsers'>): UserRecords => ({
  async find(uids) {
    const statuses = new Map<string, UserStatus>()
    for (let from = 0; from < uids.length; from += usersOfLookUp) {
      const identifiers = uids.slice(from, from + usersOfLookUp).map(uid => ({ uid }))
      const { users } = await answered(auth.getUsers(identifiers))
      for (const user of users) statuses.set(user.uid, userStatusOf(user))
    }
    return statuses
  },

  async page(after) {
    const { users, pageToken } = await answered(auth.listUsers(usersOfPage, after))
    const named = users.filter(({ uid }) => !isReservedKey(uid))
    return { users: new Map(named.map(user => [user.uid, userStatusOf(user)])), next: pageToken }
  },
})

async function answered<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch {
    throw cannotBeRead()
  }
}

export const firebaseUserRecords = (): UserRecords => userRecords(getAuth(getApps()[0] ?? initializeApp()))
