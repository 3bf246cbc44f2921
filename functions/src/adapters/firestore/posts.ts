import * as z from 'zod'
import { storedMessage } from '../../lib/chat/message.ts'
import type {
  DueTrace,
  InboundRecord,
  PostContext,
  PostContextKeys,
  PostWrite,
} from '../../lib/chat/ports.ts'
import { storedThread } from '../../lib/chat/thread.ts'
import type { Versioned } from '../../lib/ports.ts'
import { type DocumentSnapshot, FieldValue, type Firestore, type WriteBatch } from './client.ts'
import { accompany } from './company.ts'
import { changeGuests, guestDoc, guestsIn } from './guests.ts'
import { auditDoc, counterDoc, inboundDoc, messageDoc, threadDoc, triageDoc } from './paths.ts'
import { parsed, unchanged, versioned } from './repository.ts'
import { endOf } from './retention.ts'
import { statesOf, threadFields } from './shards.ts'

const counter = z.looseObject({ count: z.number() })

/** What a post is decided from, in one round trip. */
export async function readPostContext(
  db: Firestore,
  { threadId, messageId, auditId, counters, inboundId, guestIds = [] }: PostContextKeys,
): Promise<PostContext> {
  const wanted = {
    thread: threadDoc(db, threadId),
    ...(messageId !== undefined && { message: messageDoc(db, { threadId, messageId }) }),
    ...(auditId !== undefined && { audit: auditDoc(db, auditId) }),
    ...(inboundId !== undefined && { inbound: inboundDoc(db, inboundId) }),
  }
  const guests = guestIds.map(id => guestDoc(db, id))
  const counterIds = [
    ...[counters?.userCounterId, counters?.threadCounterId, counters?.selfJoinedCounterId],
  ].filter(id => id !== undefined)
  const counts = counterIds.map(id => counterDoc(db, id))
  const snapshots = await db.getAll([...Object.values(wanted), ...counts, ...guests])
  const names = Object.keys(wanted)
  const counted = snapshots.slice(names.length, names.length + counts.length)
  const found: Record<string, DocumentSnapshot | undefined> = Object.fromEntries(
    names.map((name, position) => [name, snapshots[position]]),
  )
  return {
    thread: found.thread && versioned(found.thread, storedThread),
    guests: guestsIn(snapshots.slice(names.length + counts.length)),
    message: found.message && parsed(found.message, storedMessage),
    inbound: found.inbound && inboundRecord(found.inbound),
    auditWritten: found.audit?.exists ?? false,
    counts: new Map(counted.map(snapshot => [snapshot.id, parsed(snapshot, counter)?.count ?? 0])),
  }
}

/** The one commit of a post. */
export function postBatch(
  db: Firestore,
  { message, thread, threadRevision, company, counters, ...write }: PostWrite,
): WriteBatch {
  const { inbound, inboundRevision } = write
  const batch = db.batch()
  const { threadId, messageId } = message
  // A thread ends with its last message.
  const end = endOf(db, 'messages', message.createdAt)
  batch.create(messageDoc(db, message), { ...message, ...statesOf(messageId, message), ...end })
  const fields = { ...threadFields(threadId, thread), expireAt: end.expireAt ?? FieldValue.delete() }
  batch.update(threadDoc(db, threadId), fields, unchanged(threadRevision))
  accompany(db, batch, company)
  const more = counters && { count: FieldValue.increment(1), expiresAt: counters.expiresAt }
  for (const id of counters?.ids ?? []) batch.set(counterDoc(db, id), { ...more }, { merge: true })
  if (inbound) traceInbound(db, batch, { message, inbound, inboundRevision })
  return batch
}

const storedRecord = z.looseObject({ triage: z.boolean().optional() })

/** What is on record of a provider's id; undefined when nothing is. */
export function inboundRecord(snapshot: DocumentSnapshot): Versioned<InboundRecord> | undefined {
  const found = versioned(snapshot, storedRecord)
  return found && { value: { isInTriage: found.value.triage === true }, revision: found.revision }
}

type InboundWrite = Pick<PostWrite, 'message' | 'inboundRevision'> & { inbound: DueTrace }

/** Adds to a message's commit what is to be kept of where it came from. */
export function traceInbound(
  db: Firestore,
  batch: WriteBatch,
  { message, inbound, inboundRevision }: InboundWrite,
): void {
  const { threadId, messageId, createdAt } = message
  const record = inboundDoc(db, inbound.providerMessageId)
  const end = endOf(db, 'inboundMessages', createdAt)
  const pointer = { threadId, messageId, receivedAt: createdAt, ...end }
  if (inboundRevision) {
    batch.update(record, { ...pointer, triage: FieldValue.delete() }, unchanged(inboundRevision))
  } else batch.create(record, pointer)
  changeGuests(db, batch, inbound.guests)
  if (inbound.assignment)
    batch.update(triageDoc(db, inbound.providerMessageId), {
      status: 'assigned',
      threadId,
      ...endOf(db, 'triage', createdAt),
      ...inbound.assignment,
    })
}
