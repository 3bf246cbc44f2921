import * as z from 'zod'
import { channelOfType } from '../../lib/chat/channels/naming.ts'
import { storedStay } from '../../lib/chat/guest.ts'
import { type StoredMessage, storedMessage } from '../../lib/chat/message.ts'
import type { MessageRef, Messages } from '../../lib/chat/ports.ts'
import { storedThread } from '../../lib/chat/thread.ts'
import type { Log } from '../../lib/ports.ts'
import { everySpellingOf } from '../../lib/spellings.ts'
import { type DocumentSnapshot, FieldValue, type Firestore, type Queries } from './client.ts'
import { commit } from './commit-extras.ts'
import { foundGuest, guestDoc } from './guests.ts'
import { foundAmong, messageRefOf, named, sweepLimit, threadChange, threadDoc } from './paths.ts'
import { postWrites, readPostContext } from './posts.ts'
import { parsed, repository, soundIn, update, versioned } from './repository.ts'
import { statesOf, threadFields } from './shards.ts'

/** Enough that messages of the other channel do not hide the last one. */
const lastOnes = 40

export function messages(db: Firestore, log: Log): Messages {
  const path = ({ threadId, messageId }: MessageRef) => `threads/${threadId}/messages/${messageId}`
  const stored = repository(db, { path, schema: storedMessage })
  const withProviderId = async (id: string) =>
    (
      await havingProviderIds(await db.queries(), [id])
        .limit(1)
        .get()
    ).docs[0]
  return {
    postContext: keys => readPostContext(db, keys),
    post: async write => commit(db, postWrites(db, write)),
    read: stored.read,

    async inThread(ref, { reservationId, guestId, created } = {}) {
      const known = stored.told(created)
      const { thread, message, reservation, guest } = await db.getEach({
        thread: threadDoc(db, ref.threadId),
        message: known ? undefined : stored.doc(ref),
        reservation: named(reservationId, id => db.doc(`reservations/${id}`)),
        guest: named(guestId, id => guestDoc(db, id)),
      })
      return {
        message: known ?? stored.versioned(message),
        thread: versioned(thread, storedThread),
        guestId: parsed(reservation, storedStay)?.guestId ?? undefined,
        namedGuest: guest && foundGuest(guest),
      }
    },

    async change(ref, revision, { externalMessageId, thread, extras, spend, files, ...states }) {
      const fields = {
        ...statesOf(ref.messageId, states),
        ...(files && { files }),
        ...(externalMessageId !== undefined && {
          externalMessageId: externalMessageId ?? FieldValue.delete(),
        }),
      }
      const ofThread = thread && [
        update(threadDoc(db, ref.threadId), threadFields(ref.threadId, thread.fields), thread.revision),
        threadChange(db, ref.threadId),
      ]
      const writes = [
        update(stored.doc(ref), fields, revision),
        ...(ofThread ?? []),
        ...(spend ? (await import('./spending.ts')).spendWrites(db, spend) : []),
      ]
      return commit(db, writes, extras)
    },

    async stretch(threadId, { limit, before }) {
      // Loaded here, so that a post does not wait for them.
      const [{ Timestamp }, { firstSecond, lastSecond }, queries] = await Promise.all([
        import('firebase-admin/firestore'),
        import('../../lib/chat/reading/cursor.ts'),
        db.queries(),
      ])
      // Only messages with a time are ordered; other types would sort before or after all times.
      const ordered = queries
        .collection('threads')
        .doc(threadId)
        .collection('messages')
        .orderBy('createdAt', 'desc')
        .orderBy('__name__', 'desc')
        .limit(limit)
        .endAt(new Timestamp(firstSecond, 0))
      const { docs } = await (before
        ? ordered.startAfter(new Timestamp(before.seconds, before.nanoseconds), before.messageId)
        : ordered.startAt(new Timestamp(lastSecond, 999_999_999))
      ).get()
      return docs.map(document => {
        const message = stored.sound(document)?.value
        if (!message) log.warn('a stored message cannot be read', { ...messageRefOf(document) })
        // A Date is too coarse and would skip or repeat messages of one millisecond.
        const { seconds, nanoseconds } = z.instanceof(Timestamp).parse(document.get('createdAt'))
        return { message, position: { seconds, nanoseconds, messageId: document.id } }
      })
    },

    async withProviderIds(threadId, ids) {
      const queries = await db.queries()
      const found = await foundAmong(ids, some =>
        queries
          .collection('threads')
          .doc(threadId)
          .collection('messages')
          .where('externalMessageId', 'in', some),
      )
      return soundAmong(found)
    },

    async claimedFor(to, since) {
      const found = await (await db.queries())
        .collectionGroup('messages')
        .where('delivery.to', '==', to)
        .where('delivery.claimedAt', '>=', since)
        .orderBy('delivery.claimedAt', 'desc')
        .limit(sweepLimit)
        .get()
      return parsedAmong(found.docs)
    },

    async knownProviderIds(ids) {
      const queries = await db.queries()
      const found = parsedAmong(await foundAmong(ids, some => havingProviderIds(queries, some)))
      return new Set(found.flatMap(({ externalMessageId }) => externalMessageId ?? []))
    },

    async lastSentTo({ addresses, channel, since, until }) {
      const found = await (await db.queries())
        .collectionGroup('messages')
        .where('delivery.to', 'in', everySpellingOf(addresses))
        .where('delivery.claimedAt', '>=', since)
        .where('delivery.claimedAt', '<=', until)
        .orderBy('delivery.claimedAt', 'desc')
        .limit(lastOnes)
        .get()
      return soundAmong(found.docs).filter(({ type }) => channelOfType(type) === channel)
    },

    knownAs: async id => soundIn(await withProviderId(id), storedMessage),

    async withProviderId(id) {
      const found = await withProviderId(id)
      return found && messageRefOf(found)
    },
  }
}

const havingProviderIds = (db: Queries, ids: readonly string[]) =>
  db.collectionGroup('messages').where('externalMessageId', 'in', ids)

const parsedAmong = (snapshots: readonly DocumentSnapshot[]): StoredMessage[] =>
  snapshots.flatMap(snapshot => parsed(snapshot, storedMessage) ?? [])

const soundAmong = (snapshots: readonly DocumentSnapshot[]): StoredMessage[] =>
  snapshots.flatMap(snapshot => soundIn(snapshot, storedMessage) ?? [])
