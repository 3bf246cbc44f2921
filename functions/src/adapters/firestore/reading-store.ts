import { type DocumentSnapshot, FieldValue, type Firestore, Timestamp } from 'firebase-admin/firestore'
import * as z from 'zod'
import { storedMessage } from '../../lib/chat/message.ts'
import type { PlacedMessage, ReadingStore, Stretch } from '../../lib/chat/reading/ports.ts'
import { storedThread } from '../../lib/chat/thread.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import { isUnsettled } from './failures.ts'
import { maxIn, threadDoc } from './paths.ts'
import { parsed, unchanged, versioned } from './values.ts'

/** What a user or guest is called. Nothing else of them is even fetched. */
const name = z.string().min(1).optional().catch(undefined)
const named = z.looseObject({ displayName: name, name })

export const readingStore = (db: Firestore): ReadingStore => ({
  async thread(threadId) {
    return versioned(await threadDoc(db, threadId).get(), storedThread)
  },

  async messages(threadId, stretch) {
    const found = await stretchOf(db, threadId, stretch).get()
    return found.docs.flatMap(document => placed(document) ?? [])
  },

  async withProviderIds(threadId, ids) {
    const found = await Promise.all(
      chunked(ids).map(some =>
        threadDoc(db, threadId).collection('messages').where('externalMessageId', 'in', some).get(),
      ),
    )
    return found.flatMap(({ docs }) => docs).flatMap(document => parsed(document, storedMessage) ?? [])
  },

  async names(ids) {
    const documents = ids.filter(isDocumentId).flatMap(id => [db.doc(`users/${id}`), db.doc(`guests/${id}`)])
    if (documents.length === 0) return new Map()
    const found = await db.getAll(...documents, { fieldMask: ['displayName', 'name'] })
    return namesIn(found)
  },

  changeAttention: (threadId, revision, patch) =>
    settled(threadDoc(db, threadId).update({ ...patch }, unchanged(revision))),

  changeImportance: (threadId, userId, important) =>
    settled(
      threadDoc(db, threadId).update({
        importantFor: important ? FieldValue.arrayUnion(userId) : FieldValue.arrayRemove(userId),
        version: FieldValue.increment(1),
      }),
    ),
})

function stretchOf(db: Firestore, threadId: string, { limit, before }: Stretch) {
  const newestFirst = threadDoc(db, threadId)
    .collection('messages')
    .orderBy('createdAt', 'desc')
    .orderBy('__name__', 'desc')
    .limit(limit)
  if (!before) return newestFirst
  return newestFirst.startAfter(new Timestamp(before.seconds, before.nanoseconds), before.messageId)
}

/** The time as stored: finer than a Date, which would skip or repeat messages of one millisecond. */
function placed(document: DocumentSnapshot): PlacedMessage | undefined {
  const message = parsed(document, storedMessage)
  const createdAt: unknown = document.get('createdAt')
  if (!message || !(createdAt instanceof Timestamp)) return undefined
  const { seconds, nanoseconds } = createdAt
  return { message, position: { seconds, nanoseconds, messageId: document.id } }
}

/** Who is both a user and a guest is called as the first of them. */
function namesIn(documents: readonly DocumentSnapshot[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const document of documents) {
    const name = nameOf(document)
    if (name !== undefined && !names.has(document.id)) names.set(document.id, name)
  }
  return names
}

function nameOf(document: DocumentSnapshot): string | undefined {
  const fields = parsed(document, named)
  return fields?.displayName ?? fields?.name
}

const chunked = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / maxIn) }, (_, at) => ids.slice(at * maxIn, (at + 1) * maxIn))

async function settled(write: Promise<unknown>): Promise<boolean> {
  try {
    await write
    return true
  } catch (error) {
    if (isUnsettled(error)) return false
    throw error
  }
}
