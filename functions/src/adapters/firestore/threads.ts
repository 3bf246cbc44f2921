import type { Query } from 'firebase-admin/firestore'
import * as z from 'zod'
import type { ChangedThread, ListedThread, ThreadEdit, ThreadQueries, Threads } from '../../lib/chat/ports.ts'
import { storedThread, type Thread } from '../../lib/chat/thread.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import type { Versioned } from '../../lib/ports.ts'
import { type DocumentSnapshot, FieldValue, type Firestore } from './client.ts'
import { commit } from './commit-extras.ts'
import { foundAmong, pageOf, threadChange, threadDoc } from './paths.ts'
import {
  byId,
  create,
  plain,
  remove,
  repository,
  StoredShapeError,
  set,
  update,
  versioned,
  without,
} from './repository.ts'
import { threadFields } from './shards.ts'

export const threads = (db: Firestore): Threads => {
  const stored = repository(db, { path: (threadId: string) => `threads/${threadId}`, schema: storedThread })
  const staleMark = (threadId: string) => db.doc(`staleRecords/${threadId}`)
  const editWrites = ({ threadId, revision, fields, without: gone = [] }: ThreadEdit) => {
    const changed = { ...without(gone), ...threadFields(threadId, fields) }
    // Without a new version its search record stays as it is.
    const told = fields.version === undefined ? [] : [threadChange(db, threadId)]
    return [update(stored.doc(threadId), changed, revision), ...told]
  }
  return {
    ...threadQueries(db),
    read: stored.read,

    async ofParticipant(userId, limit, after) {
      const ordered = (await db.queries())
        .collection('threads')
        .where('participantIds', 'array-contains', userId)
        .orderBy('__name__')
      const found = await pageOf(ordered, limit, after)
      return found.map(document => ({ threadId: document.id, thread: parsedThread(document)?.value }))
    },

    async ofGuest(guestId, reservationIds) {
      const queries = await db.queries()
      const [named, joined, ofStays] = await Promise.all([
        queries.collection('threads').where('guestId', '==', guestId).get(),
        queries.collection('threads').where('participantIds', 'array-contains', guestId).get(),
        foundAmong(reservationIds, some => queries.collection('threads').where('reservationId', 'in', some)),
      ])
      const found = byId([...named.docs, ...joined.docs, ...ofStays], parsedThread)
      return [...found].map(([threadId, stored]) => ({ threadId, stored }))
    },

    open(threadId, fields, extras) {
      const opened = create(stored.doc(threadId), threadFields(threadId, fields))
      return commit(db, [opened, threadChange(db, threadId)], extras)
    },

    async ownedBy(userId, limit) {
      const found = await (await db.queries())
        .collection('threads')
        .where('ownerId', '==', userId)
        .where('state', 'in', ['open', 'waiting', 'snoozed'])
        .limit(limit)
        .get()
      return found.docs.map(({ id }) => id)
    },

    async openOf(userId) {
      const open = (await db.queries())
        .collection('threads')
        .where('ownerId', '==', userId)
        .where('state', '==', 'open')
      return (await open.count().get()).data().count
    },

    change(threadId, revision, { extras, ...change }) {
      return commit(db, editWrites({ threadId, revision, ...change }), extras)
    },

    changeTogether: (edits, extras) => commit(db, edits.flatMap(editWrites), extras),

    changeImportance(threadId, userId, important) {
      const importantFor = important ? FieldValue.arrayUnion(userId) : FieldValue.arrayRemove(userId)
      const changed = update(stored.doc(threadId), { importantFor, version: FieldValue.increment(1) })
      return commit(db, [changed, threadChange(db, threadId)])
    },

    async markStale(threadId, dueAt) {
      // Makes each mark a new revision, even at the same moment.
      await db.commit([set(staleMark(threadId), { dueAt, markedAt: FieldValue.serverTimestamp() })])
    },

    async clearStale(threadId, revision) {
      // If the mark stays, the record is merely written once more.
      await commit(db, [remove(staleMark(threadId), revision)])
    },
  }
}

export const threadQueries = (db: Firestore): ThreadQueries => ({
  async count() {
    return (await (await db.queries()).collection('threads').count().get()).data().count
  },

  async page(after, limit) {
    const ordered = (await db.queries()).collection('threads').orderBy('__name__')
    return (await pageOf(ordered, limit, after)).flatMap(document => listedThread(document) ?? [])
  },

  async changedSince(list, since, limit) {
    const field = timeIn[list]
    const ordered = (await db.queries()).collection(list).where(field, '>=', since).orderBy(field)
    return changePages(ordered.select(field).limit(limit), field, limit)
  },

  async listed(threadIds) {
    const documents = threadIds.filter(isDocumentId).map(threadId => threadDoc(db, threadId))
    return (await db.getAll(documents)).flatMap(snapshot => listedThread(snapshot) ?? [])
  },

  async absent(threadIds) {
    const possible = threadIds.filter(isDocumentId).map(threadId => threadDoc(db, threadId))
    const found = await db.getAll(possible, ['version'])
    const existing = new Set(found.filter(({ exists }) => exists).map(({ id }) => id))
    return threadIds.filter(threadId => !existing.has(threadId))
  },
})

/** A message writes its time to its thread; every other change of a thread writes `threadChanges/{threadId}`. */
const timeIn = { threads: 'updatedAt', threadChanges: 'at' } as const

async function* changePages(query: Query, field: string, limit: number): AsyncGenerator<ChangedThread[]> {
  for (let rest = query; ; ) {
    const { docs } = await rest.get()
    yield docs.map(document => ({ threadId: document.id, at: z.date().parse(plain(document.get(field))) }))
    const last = docs.at(-1)
    if (!last || docs.length < limit) return
    rest = rest.startAfter(last)
  }
}

function listedThread(snapshot: DocumentSnapshot): ListedThread | undefined {
  if (!snapshot.updateTime) return undefined
  return { threadId: snapshot.id, stored: parsedThread(snapshot) }
}

function parsedThread(snapshot: DocumentSnapshot): Versioned<Thread> | undefined {
  try {
    return versioned(snapshot, storedThread)
  } catch (error) {
    if (error instanceof StoredShapeError) return undefined
    throw error
  }
}
