import { getApps, initializeApp } from 'firebase-admin/app'
import { type Auth, getAuth } from 'firebase-admin/auth'
import { isReservedKey } from '../../lib/identifiers.ts'
import type { UserRecords, UserStatus } from '../../lib/roles/user-status.ts'
import { cannotBeRead, userStatusOf } from './user-status.ts'

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
