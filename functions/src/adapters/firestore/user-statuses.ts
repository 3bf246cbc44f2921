import type { Colleagues } from '../../lib/chat/desk/colleague.ts'
import type { Presences } from '../../lib/chat/presence/ports.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import type { UserStatuses } from '../../lib/roles/user-status.ts'
import type { Firestore } from './client.ts'
import { colleagues, storedStanding } from './colleagues.ts'
import { byId, defined, remove, set, soundIn } from './repository.ts'

/** How long it is kept who had a thread open, or wrote in it and never said that they stopped. Milliseconds. */
const presenceKeptMs = 60 * 60_000

/** Writes per commit, well below the limit. */
const writesOfCommit = 400

export const userStatuses = (db: Firestore): UserStatuses & Colleagues & Presences => ({
  ...colleagues(db),

  async savePresence(threadId, userId, { isWriting, at }) {
    const people = { [userId]: { isWriting, at } }
    const expiresAt = new Date(at.getTime() + presenceKeptMs)
    const written = `in:${threadId}:${encodeURIComponent(userId.toWellFormed())}`
    const writing = db.doc(`writing/${written}`)
    await db.commit([
      set(db.doc(`presence/${threadId}`), { people, expiresAt }, true),
      isWriting ? set(writing, { threadId, userId, at, expiresAt }) : remove(writing),
    ])
  },

  async has(uid) {
    return isDocumentId(uid) && (await db.doc(`standings/${uid}`).get()).exists
  },

  async all() {
    const { docs } = await (await db.queries()).collection('standings').get()
    // An unreadable one grants nothing and is rewritten.
    return byId(docs, snapshot => soundIn(snapshot, storedStanding) ?? { validSince: 0 })
  },

  async write(changes) {
    const writes = [...changes].flatMap(([uid, status]) => {
      const [standing, absence] = [db.doc(`standings/${uid}`), db.doc(`absences/${uid}`)]
      if (!status) return [remove(standing), remove(db.doc(`userViews/${uid}`))]
      const { role, endedAt } = status
      // Whoever has left gives back what they own, and is then no longer absent.
      const left = !role && endedAt ? [set(absence, { since: endedAt, dueAt: endedAt })] : []
      return [set(standing, defined(status)), ...left]
    })
    for (let from = 0; from < writes.length; from += writesOfCommit)
      await db.commit(writes.slice(from, from + writesOfCommit))
  },
})
