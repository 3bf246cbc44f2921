import { storedStay } from '../../lib/chat/guest.ts'
import { storedMessage } from '../../lib/chat/message.ts'
import type { MessageRef, Messages } from '../../lib/chat/ports.ts'
import { storedThread } from '../../lib/chat/thread.ts'
import type { Log } from '../../lib/ports.ts'
import { FieldValue, type Firestore, onlyOf } from './client.ts'
import { commit } from './commit-extras.ts'
import { named, threadChange, threadDoc } from './paths.ts'
import { postWrites, readPostContexts } from './posts.ts'
import { parsed, repository, update, versioned } from './repository.ts'
import { statesOf, threadFields } from './shards.ts'

/** Loaded on first use, so that a post does not wait for them. */
const queries = () => import('./message-queries.ts')

export function messages(db: Firestore, log: Log): Messages {
  const path = ({ threadId, messageId }: MessageRef) => `threads/${threadId}/messages/${messageId}`
  const stored = repository(db, { path, schema: storedMessage })
  return {
    postContext: async keys => onlyOf(await readPostContexts(db, [keys])),
    postContexts: keys => readPostContexts(db, keys),
    post: async write => commit(db, postWrites(db, [write])),
    postTogether: async writes => commit(db, postWrites(db, writes)),
    read: stored.read,

    async inThread(ref, { reservationId, created } = {}) {
      const known = stored.told(created)
      const { thread, message, reservation } = await db.getEach({
        thread: threadDoc(db, ref.threadId),
        message: known ? undefined : stored.doc(ref),
        reservation: named(reservationId, id => db.doc(`reservations/${id}`)),
      })
      return {
        message: known ?? stored.versioned(message),
        thread: versioned(thread, storedThread),
        guestId: parsed(reservation, storedStay)?.guestId ?? undefined,
      }
    },

    async change(ref, revision, { externalMessageId, thread, extras = {}, spend, ...states }) {
      const fields = {
        ...statesOf(ref.messageId, states),
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

    stretch: async (threadId, stretch) =>
      (await queries()).stretchOf(await db.queries(), log, threadId, stretch),
    withProviderIds: async (threadId, ids) =>
      (await queries()).inThreadWithProviderIds(await db.queries(), threadId, ids),
    claimedFor: async (to, since) => (await queries()).claimedFor(await db.queries(), to, since),
    knownProviderIds: async ids => (await queries()).knownProviderIds(await db.queries(), ids),
    lastSentTo: async sent => (await queries()).lastSentTo(await db.queries(), sent),
    knownAs: async id => (await queries()).knownAs(await db.queries(), id),
    withProviderId: async id => (await queries()).withProviderId(await db.queries(), id),
  }
}
