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

/** Everything that a post is decided from, in one round trip. */
export async function readPostContext(
  db: Firestore,
  { threadId, messageId, auditId, counter, inboundId, guestIds = [], fileIds = [] }: PostContextKeys,
): Promise<PostContext> {
  const wanted = {
    thread: threadDoc(db, threadId),
    ...(messageId !== undefined && { message: messageDoc(db, { threadId, messageId }) }),
    ...(auditId !== undefined && { audit: auditDoc(db, auditId) }),
    ...(inboundId !== undefined && { inbound: inboundDoc(db, inboundId) }),
    ...(counter && { counter: counterDoc(db, counter.id) }),
  }
  const guests = guestIds.map(id => guestDoc(db, id))
  const files = fileIds.map(id => fileDoc(db, id))
  const snapshots = await db.getAll([...Object.values(wanted), ...guests, ...files])
  const names = Object.keys(wanted)
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

/** The one commit of a post; `rest` are its further messages, each based on the one before. */
export function postWrites(db: Firestore, { rest = [], ...first }: PostWrite): Write[] {
  const posts: readonly PostWrite[] = [first, ...rest]
  const { threadId, createdAt } = (posts.at(-1) ?? first).message
  // A thread expires with its last message.
  const { expireAt = FieldValue.delete() } = endOf(db, 'messages', createdAt)
  const patches = posts.map(({ thread }) => threadFields(threadId, thread))
  const patch = { ...Object.assign({}, ...patches), expireAt }
  const { counter } = first
  return [
    ...posts.map(({ message }) => {
      const end = endOf(db, 'messages', message.createdAt)
      return create(messageDoc(db, message), { ...message, ...statesOf(message.messageId, message), ...end })
    }),
    update(threadDoc(db, threadId), patch, first.threadRevision),
    ...posts.flatMap(({ extras }) => extraWrites(db, extras)),
    ...(counter
      ? [
          set(
            counterDoc(db, counter.id),
            { count: FieldValue.increment(1), expiresAt: counter.expiresAt },
            true,
          ),
        ]
      : []),
    ...posts.flatMap(post => inboundWrites(db, post)),
    ...posts.flatMap(({ files = [], message }) => files.map(file => bindingWrite(db, file, message))),
    ...posts.flatMap(({ coming = [], message }) => comingWrites(db, coming, message.createdAt)),
  ]
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
