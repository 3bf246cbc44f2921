import { type DocumentSnapshot, FieldValue, type Firestore, type WriteBatch } from 'firebase-admin/firestore'
import * as z from 'zod'
import { storedMessage } from '../../lib/chat/message.ts'
import type {
  CounterRevisions,
  DueTrace,
  InboundRecord,
  PostContext,
  PostContextKeys,
  PostWrite,
} from '../../lib/chat/ports.ts'
import type { PostCounters } from '../../lib/chat/posting/rate-limit.ts'
import { storedThread } from '../../lib/chat/thread.ts'
import type { Revision, Versioned } from '../../lib/ports.ts'
import { accompany } from './company.ts'
import { changeGuests, guestDoc, guestsIn } from './guests.ts'
import { auditDoc, counterDoc, inboundDoc, messageDoc, threadDoc, triageDoc } from './paths.ts'
import { parsed, revisionOf, unchanged, versioned } from './repository.ts'
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
    ...(counters?.userCounterId !== undefined && { userCount: counterDoc(db, counters.userCounterId) }),
    ...(counters && { threadCount: counterDoc(db, counters.threadCounterId) }),
    ...(inboundId !== undefined && { inbound: inboundDoc(db, inboundId) }),
  }
  const guests = guestIds.map(id => guestDoc(db, id))
  const snapshots = await db.getAll(...Object.values(wanted), ...guests)
  const names = Object.keys(wanted)
  const found: Record<string, DocumentSnapshot | undefined> = Object.fromEntries(
    names.map((name, position) => [name, snapshots[position]]),
  )
  return {
    thread: found.thread && versioned(found.thread, storedThread),
    guests: guestsIn(snapshots.slice(names.length)),
    message: found.message && parsed(found.message, storedMessage),
    inbound: found.inbound && inboundRecord(found.inbound),
    auditWritten: found.audit?.exists ?? false,
    counts: { user: countIn(found.userCount), thread: countIn(found.threadCount) },
    counterRevisions: { user: revisionIn(found.userCount), thread: revisionIn(found.threadCount) },
  }
}

const countIn = (snapshot: DocumentSnapshot | undefined): number =>
  (snapshot && parsed(snapshot, counter)?.count) ?? 0

const revisionIn = (snapshot: DocumentSnapshot | undefined): Revision | undefined =>
  snapshot?.updateTime && revisionOf(snapshot.updateTime)

/** The one commit of a post. */
export function postBatch(
  db: Firestore,
  { message, thread, threadRevision, company, counters, counterRevisions, ...write }: PostWrite,
): WriteBatch {
  const { inbound, inboundRevision } = write
  const batch = db.batch()
  const { threadId, messageId } = message
  batch.create(messageDoc(db, message), { ...message, ...statesOf(messageId, message) })
  batch.update(threadDoc(db, threadId), threadFields(threadId, thread), unchanged(threadRevision))
  accompany(db, batch, company)
  if (counters) countPost(db, batch, counters, counterRevisions)
  if (inbound) traceInbound(db, batch, { message, inbound, inboundRevision })
  return batch
}

/** Only from what was read, so that posts at once pass no limit together. */
function countPost(db: Firestore, batch: WriteBatch, counters: PostCounters, of: CounterRevisions): void {
  const { userCounterId, threadCounterId, expiresAt } = counters
  const more = { count: FieldValue.increment(1), expiresAt }
  for (const [id, revision] of [[userCounterId, of.user] as const, [threadCounterId, of.thread] as const]) {
    if (id === undefined) continue
    if (revision) batch.update(counterDoc(db, id), more, unchanged(revision))
    else batch.create(counterDoc(db, id), more)
  }
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
  const pointer = { threadId, messageId, receivedAt: createdAt }
  if (inboundRevision) {
    batch.update(record, { ...pointer, triage: FieldValue.delete() }, unchanged(inboundRevision))
  } else batch.create(record, pointer)
  changeGuests(db, batch, inbound.guests)
  if (inbound.assignment)
    batch.update(triageDoc(db, inbound.providerMessageId), {
      status: 'assigned',
      threadId,
      ...inbound.assignment,
    })
}
