import { getApps, initializeApp } from 'firebase-admin/app'
import { type Auth, getAuth } from 'firebase-admin/auth'
import { isReservedKey } from '../../lib/identifiers.ts'
import type { UserRecords } from '../../lib/roles/roles-ports.ts'
import type { Standing } from '../../lib/roles/standing.ts'
import { cannotBeRead, standingOf } from './standing.ts'

/** As many as the service answers in one request. */
const usersOfLookUp = 100
const usersOfPage = 1000

export const userRecords = (auth: Pick<Auth, 'getUsers' | 'listUsers'>): UserRecords => ({
  async find(uids) {
    const found = new Map<string, Standing>()
    for (let from = 0; from < uids.length; from += usersOfLookUp) {
      const asked = uids.slice(from, from + usersOfLookUp).map(uid => ({ uid }))
      const { users } = await answered(auth.getUsers(asked))
      for (const user of users) found.set(user.uid, standingOf(user))
    }
    return found
  },

  async page(after) {
    const { users, pageToken } = await answered(auth.listUsers(usersOfPage, after))
    const named = users.filter(({ uid }) => !isReservedKey(uid))
    return { users: new Map(named.map(user => [user.uid, standingOf(user)])), next: pageToken }
  },
})

async function answered<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch {
    throw cannotBeRead()
  }
}

/** Of the project that the process runs in. */
export const firebaseUserRecords = (): UserRecords => userRecords(getAuth(getApps()[0] ?? initializeApp()))
