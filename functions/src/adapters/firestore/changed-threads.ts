import { Timestamp } from 'firebase-admin/firestore'
import * as z from 'zod'
import type { ChangeCursor } from '../../lib/chat/search/change-cursor.ts'
import type { DocumentSnapshot, Firestore, Queries } from './client.ts'
import { threadDoc } from './paths.ts'

/** Threads that a message has changed say so themselves; `threadChanges/{threadId}` tells of the others. */
const lists = {
  threads: (db: Queries, since: Date) =>
    db.collection('threads').where('updatedAt', '>=', since).orderBy('updatedAt').orderBy('__name__'),
  threadChanges: (db: Queries, since: Date) =>
    db.collection('threadChanges').where('at', '>=', since).orderBy('at').orderBy('__name__'),
}
const timeIn = { threads: 'updatedAt', threadChanges: 'at' }
const after = { threads: { list: 'threadChanges' }, threadChanges: undefined } as const
const storedTime = z.instanceof(Timestamp)

/** A page of changed threads, and where the next one begins. */
export async function changedThreads(
  db: Firestore,
  since: Date,
  { list, last }: ChangeCursor = { list: 'threads' },
  limit: number,
): Promise<{ documents: DocumentSnapshot[]; next: ChangeCursor | undefined }> {
  const all = lists[list](await db.queries(), since).limit(limit)
  const rest = last ? all.startAfter(new Timestamp(last.seconds, last.nanoseconds), last.id) : all
  const { docs } = await rest.get()
  const next = docs.length < limit ? after[list] : behind(list, docs.at(-1))
  if (list === 'threads' || docs.length === 0) return { documents: docs, next }
  return { documents: await db.getAll(docs.map(({ id }) => threadDoc(db, id))), next }
}

function behind(list: ChangeCursor['list'], last: DocumentSnapshot | undefined): ChangeCursor | undefined {
  if (!last) return undefined
  const { seconds, nanoseconds } = storedTime.parse(last.get(timeIn[list]))
  return { list, last: { seconds, nanoseconds, id: last.id } }
}
