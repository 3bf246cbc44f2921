import * as z from 'zod'
import { storedFile } from '../../lib/chat/files/ports.ts'
import { storedMessage } from '../../lib/chat/message.ts'
import type { InboundRecord, PostContext, PostContextKeys, PostWrite } from '../../lib/chat/ports.ts'
import { storedThread } from '../../lib/chat/thread.ts'
import type { Versioned } from '../../lib/ports.ts'
import { type DocumentSnapshot, FieldValue, type Firestore, type Write } from './client.ts'
import { extraWrites } from './commit-extras.ts'
import { bindingWrite, comingWrites } from './files.ts'
import { guestDoc, guestsIn, guestWrites } from './guests.ts'
import { auditDoc, counterDoc, fileDoc, inboundDoc, messageDoc, threadDoc, triageDoc } from './paths.ts'
import { byId, create, parsed, put, set, update, versioned, without } from './repository.ts'
import { endOf } from './retention.ts'
import { statesOf, threadFields } from './shards.ts'

const storedCounter = z.looseObject({ count: z.number() })

/** What posts are decided from, in one round trip. */
export async function readPostContexts(
  db: Firestore,
  keys: readonly PostContextKeys[],
): Promise<PostContext[]> {
  const asked = keys.map(one => askedFor(db, one))
  const snapshots = await db.getAll(asked.flatMap(({ places }) => places))
  return asked.map(({ places, contextOf }) => contextOf(snapshots.splice(0, places.length)))
}

function askedFor(
  db: Firestore,
  { threadId, messageId, auditId, counter, inboundId, guestIds = [], fileIds = [] }: PostContextKeys,
) {
  const wanted = {
    thread: threadDoc(db, threadId),
    ...(messageId !== undefined && { message: messageDoc(db, { threadId, messageId }) }),
    ...(auditId !== undefined && { audit: auditDoc(db, auditId) }),
    ...(inboundId !== undefined && { inbound: inboundDoc(db, inboundId) }),
    ...(counter && { counter: counterDoc(db, counter.id) }),
  }
  const guests = guestIds.map(id => guestDoc(db, id))
  const files = fileIds.map(id => fileDoc(db, id))
  const names = Object.keys(wanted)
  const contextOf = (snapshots: readonly DocumentSnapshot[]): PostContext => {
    const found: Record<string, DocumentSnapshot | undefined> = Object.fromEntries(
      names.map((name, position) => [name, snapshots[position]]),
    )
    return {
      thread: versioned(found.thread, storedThread),
      guests: guestsIn(snapshots.slice(names.length, names.length + guests.length)),
      files: byId(snapshots.slice(names.length + guests.length), one => versioned(one, storedFile)),
      message: parsed(found.message, storedMessage),
      inbound: inboundRecord(found.inbound),
      auditWritten: found.audit?.exists ?? false,
      postsOfUser: parsed(found.counter, storedCounter)?.count ?? 0,
    }
  }
  return { places: [...Object.values(wanted), ...guests, ...files], contextOf }
}

/** The one commit of posts to a thread, each decided by the thread as the one before leaves it. */
export function postWrites(db: Firestore, posts: readonly PostWrite[]): Write[] {
  const [first, last] = [posts[0], posts.at(-1)]
  if (!first || !last) throw new Error('there is nothing to post')
  const { threadId, createdAt } = last.message
  // A thread expires with its last message.
  const { expireAt = FieldValue.delete() } = endOf(db, 'messages', createdAt)
  const patches = posts.map(({ thread }) => threadFields(threadId, thread))
  const patch = { ...Object.assign({}, ...patches), expireAt }
  return [
    ...posts.map(({ message }) => {
      const end = endOf(db, 'messages', message.createdAt)
      return create(messageDoc(db, message), { ...message, ...statesOf(message.messageId, message), ...end })
    }),
    update(threadDoc(db, threadId), patch, first.threadRevision),
    ...posts.flatMap(({ extras }) => extraWrites(db, extras)),
    ...[...increments(posts)].map(([id, { by, expiresAt }]) =>
      set(counterDoc(db, id), { count: FieldValue.increment(by), expiresAt }, true),
    ),
    ...posts.flatMap(post => inboundWrites(db, post)),
    ...posts.flatMap(({ files = [], message }) => files.map(file => bindingWrite(db, file, message))),
    ...posts.flatMap(({ coming = [], message }) => comingWrites(db, coming, message.createdAt)),
  ]
}

/** The increment of each user's counter. */
function increments(writes: readonly PostWrite[]): Map<string, { by: number; expiresAt: Date }> {
  const sums = new Map<string, { by: number; expiresAt: Date }>()
  for (const { id, expiresAt } of writes.flatMap(({ counter }) => counter ?? []))
    sums.set(id, { by: (sums.get(id)?.by ?? 0) + 1, expiresAt })
  return sums
}

const storedRecord = z.looseObject({ triage: z.boolean().optional() })

/** The record of a provider's id, if there is one. */
function inboundRecord(snapshot: DocumentSnapshot | undefined): Versioned<InboundRecord> | undefined {
  const found = versioned(snapshot, storedRecord)
  return found && { value: { isInTriage: found.value.triage === true }, revision: found.revision }
}

/** The origin of an inbound message. */
function inboundWrites(db: Firestore, { message, inbound, inboundRevision }: PostWrite): Write[] {
  if (!inbound) return []
  const { threadId, messageId, createdAt } = message
  const record = inboundDoc(db, inbound.providerMessageId)
  const end = endOf(db, 'inboundMessages', createdAt)
  const pointer = { threadId, messageId, receivedAt: createdAt, ...end }
  const isKnown = inboundRevision !== undefined
  const assigned = { status: 'assigned', threadId, ...endOf(db, 'triage', createdAt), ...inbound.assignment }
  return [
    put(record, { ...pointer, ...(isKnown && without(['triage'])) }, inboundRevision),
    ...guestWrites(db, inbound.guests),
    ...(inbound.assignment ? [update(triageDoc(db, inbound.providerMessageId), assigned)] : []),
  ]
}
