import { type DocumentSnapshot, type Firestore, Timestamp } from 'firebase-admin/firestore'
import * as z from 'zod'
import { type StoredMessage, storedMessage } from '../../lib/chat/message.ts'
import { firstSecond, lastSecond } from '../../lib/chat/reading/cursor.ts'
import type { PlacedMessage, ReadingStore, Stretch } from '../../lib/chat/reading/ports.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import type { Log } from '../../lib/ports.ts'
import { chunked, messageRefOf, threadDoc } from './paths.ts'
import { parsed, plain } from './values.ts'

/** What a user or guest is called. Nothing else of them is even fetched. */
const name = z.string().min(1).optional().catch(undefined)
const named = z.looseObject({ displayName: name, name })

export const readingStore = (db: Firestore, log: Log): ReadingStore => ({
  async messages(threadId, stretch) {
    const found = await stretchOf(db, threadId, stretch).get()
    return found.docs.map(document => placed(document, log))
  },

  async withProviderIds(threadId, ids) {
    const found = await Promise.all(
      chunked(ids).map(some =>
        threadDoc(db, threadId).collection('messages').where('externalMessageId', 'in', some).get(),
      ),
    )
    return found.flatMap(({ docs }) => docs).flatMap(document => sound(document) ?? [])
  },

  async names(ids) {
    const documents = ids.filter(isDocumentId).flatMap(id => [db.doc(`users/${id}`), db.doc(`guests/${id}`)])
    if (documents.length === 0) return new Map()
    const found = await db.getAll(...documents, { fieldMask: ['displayName', 'name'] })
    return namesIn(found)
  },
})

/** Only what has a time has a place; other values of that field would come before or after all times. */
function stretchOf(db: Firestore, threadId: string, { limit, before, skip = 0 }: Stretch) {
  const newestFirst = threadDoc(db, threadId)
    .collection('messages')
    .orderBy('createdAt', 'desc')
    .orderBy('__name__', 'desc')
    .limit(limit)
    .offset(skip)
    .endAt(earliest)
  if (!before) return newestFirst.startAt(latest)
  return newestFirst.startAfter(new Timestamp(before.seconds, before.nanoseconds), before.messageId)
}

const [earliest, latest] = [new Timestamp(firstSecond, 0), new Timestamp(lastSecond, 999_999_999)]

/** The time as stored: finer than a Date, which would skip or repeat messages of one millisecond. */
const storedTime = z.instanceof(Timestamp)

function placed(document: DocumentSnapshot, log: Log): PlacedMessage {
  const message = sound(document)
  if (!message) log.warn('a stored message cannot be read', { ...messageRefOf(document) })
  const { seconds, nanoseconds } = storedTime.parse(document.get('createdAt'))
  return { message, position: { seconds, nanoseconds, messageId: document.id } }
}

const sound = (document: DocumentSnapshot): StoredMessage | undefined =>
  storedMessage.safeParse(plain(document.data())).data

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
