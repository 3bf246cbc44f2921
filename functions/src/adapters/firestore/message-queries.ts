import { Timestamp } from 'firebase-admin/firestore'
import * as z from 'zod'
import { channelOfType } from '../../lib/chat/channels/naming.ts'
import { type StoredMessage, storedMessage } from '../../lib/chat/message.ts'
import type { MessageRef, SentTo, Sibling } from '../../lib/chat/ports.ts'
import type { PlacedMessage, Stretch } from '../../lib/chat/reading/cursor.ts'
import { firstSecond, lastSecond } from '../../lib/chat/reading/cursor.ts'
import type { Log } from '../../lib/ports.ts'
import type { DocumentSnapshot, Queries } from './client.ts'
import { chunked, messageRefOf, sweepLimit } from './paths.ts'
import { parsed, soundIn } from './repository.ts'

export async function stretchOf(
  db: Queries,
  log: Log,
  threadId: string,
  stretch: Stretch,
): Promise<PlacedMessage[]> {
  const found = await newestFirst(db, threadId, stretch).get()
  return found.docs.map(document => placed(document, log))
}

export async function inThreadWithProviderIds(
  db: Queries,
  threadId: string,
  ids: readonly string[],
): Promise<StoredMessage[]> {
  const found = await Promise.all(
    chunked(ids).map(some =>
      db
        .collection('threads')
        .doc(threadId)
        .collection('messages')
        .where('externalMessageId', 'in', some)
        .get(),
    ),
  )
  return found.flatMap(({ docs }) => docs).flatMap(document => readMessage(document) ?? [])
}

export async function claimedFor(db: Queries, to: string, since: Date): Promise<Sibling[]> {
  const found = await db
    .collectionGroup('messages')
    .where('delivery.to', '==', to)
    .where('delivery.claimedAt', '>=', since)
    .orderBy('delivery.claimedAt', 'desc')
    .limit(sweepLimit)
    .get()
  return messagesIn(found.docs)
}

/** Enough that messages of the other channel do not hide the last one. */
const lastOnes = 40

export async function lastSentTo(
  db: Queries,
  { addresses, channel, since, until }: SentTo,
): Promise<StoredMessage[]> {
  const found = await db
    .collectionGroup('messages')
    .where('delivery.to', 'in', [...addresses])
    .where('delivery.claimedAt', '>=', since)
    .where('delivery.claimedAt', '<=', until)
    .orderBy('delivery.claimedAt', 'desc')
    .limit(lastOnes)
    .get()
  return found.docs
    .flatMap(document => readMessage(document) ?? [])
    .filter(({ type }) => channelOfType(type) === channel)
}

export async function knownProviderIds(db: Queries, ids: readonly string[]): Promise<Set<string>> {
  const found = await Promise.all(chunked(ids).map(some => havingProviderIds(db, some).get()))
  const messages = found.flatMap(({ docs }) => messagesIn(docs))
  return new Set(messages.flatMap(({ externalMessageId }) => externalMessageId ?? []))
}

export async function withProviderId(db: Queries, id: string): Promise<MessageRef | undefined> {
  const found = await havingProviderIds(db, [id]).limit(1).get()
  return found.docs[0] && messageRefOf(found.docs[0])
}

export async function knownAs(db: Queries, id: string): Promise<StoredMessage | undefined> {
  const found = await havingProviderIds(db, [id]).limit(1).get()
  return found.docs[0] && readMessage(found.docs[0])
}

const havingProviderIds = (db: Queries, ids: readonly string[]) =>
  db.collectionGroup('messages').where('externalMessageId', 'in', ids)

const messagesIn = (snapshots: readonly DocumentSnapshot[]): StoredMessage[] =>
  snapshots.flatMap(snapshot => parsed(snapshot, storedMessage) ?? [])

/** Only messages with a time are ordered; other types would sort before or after all times. */
function newestFirst(db: Queries, threadId: string, { limit, before }: Stretch) {
  const ordered = db
    .collection('threads')
    .doc(threadId)
    .collection('messages')
    .orderBy('createdAt', 'desc')
    .orderBy('__name__', 'desc')
    .limit(limit)
    .endAt(earliest)
  if (!before) return ordered.startAt(latest)
  return ordered.startAfter(new Timestamp(before.seconds, before.nanoseconds), before.messageId)
}

const [earliest, latest] = [new Timestamp(firstSecond, 0), new Timestamp(lastSecond, 999_999_999)]

/** The stored time: a Date is too coarse and would skip or repeat messages of one millisecond. */
const storedTime = z.instanceof(Timestamp)

function placed(document: DocumentSnapshot, log: Log): PlacedMessage {
  const message = readMessage(document)
  if (!message) log.warn('a stored message cannot be read', { ...messageRefOf(document) })
  const { seconds, nanoseconds } = storedTime.parse(document.get('createdAt'))
  return { message, position: { seconds, nanoseconds, messageId: document.id } }
}

const readMessage = (document: DocumentSnapshot): StoredMessage | undefined =>
  soundIn(document, storedMessage)
