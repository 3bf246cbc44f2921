import { type DocumentSnapshot, FieldValue, type Firestore, type WriteBatch } from 'firebase-admin/firestore'
import * as z from 'zod'
import type { GuestChange } from '../../lib/chat/inbound/guest-change.ts'
import type { InboundRecord, InboundTrace, PostWrite } from '../../lib/chat/ports.ts'
import type { Versioned } from '../../lib/ports.ts'
import { auditDoc, inboundDoc, triageDoc } from './paths.ts'
import { unchanged, versioned } from './values.ts'

const storedRecord = z.looseObject({ triage: z.boolean().optional() })

/** What is on record of a provider's id; undefined when nothing is. */
export function inboundRecord(snapshot: DocumentSnapshot): Versioned<InboundRecord> | undefined {
  const found = versioned(snapshot, storedRecord)
  return found && { value: { isInTriage: found.value.triage === true }, revision: found.revision }
}

type InboundWrite = Pick<PostWrite, 'message' | 'inboundRevision'> & { inbound: InboundTrace }

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
  changeGuests(db, batch, inbound.guests, createdAt)
  if (inbound.assignment) closeEntry(db, batch, threadId, inbound)
}

function closeEntry(db: Firestore, batch: WriteBatch, threadId: string, inbound: InboundTrace): void {
  const { audit, ...assignment } = inbound.assignment ?? {}
  batch.update(triageDoc(db, inbound.providerMessageId), { status: 'assigned', threadId, ...assignment })
  if (!audit) return
  const { id, ...entry } = audit
  batch.create(auditDoc(db, id), entry)
}

/** Adds to a commit what an inbound message changes on guests. `now` is the message's time. */
export function changeGuests(
  db: Firestore,
  batch: WriteBatch,
  changes: readonly GuestChange[],
  now: Date,
): void {
  for (const change of changes) {
    const fields = fieldsOf(change, change.at ?? now)
    if (Object.keys(fields).length > 0) batch.set(db.doc(`guests/${change.guestId}`), fields, { merge: true })
  }
}

function fieldsOf(change: GuestChange, at: Date): Record<string, unknown> {
  const { wroteFrom, optOut, addresses = [], forgotten = [], name, threadId } = change
  return {
    ...(wroteFrom !== undefined && { lastChatappInboundAt: at, lastChatappAddress: wroteFrom }),
    ...(optOut && { optedOut: { [optOut.channel]: optOut.change === 'out' ? at : FieldValue.delete() } }),
    ...(addresses.length > 0 && { addresses: FieldValue.arrayUnion(...addresses) }),
    ...(forgotten.length > 0 && { addresses: FieldValue.arrayRemove(...forgotten) }),
    ...(name !== undefined && { name }),
    ...(threadId !== undefined && { threadId }),
  }
}
