import { type DocumentSnapshot, FieldValue, type Firestore, type WriteBatch } from 'firebase-admin/firestore'
import * as z from 'zod'
import type { DueTrace, InboundRecord, PostWrite } from '../../lib/chat/ports.ts'
import type { Versioned } from '../../lib/ports.ts'
import { changeGuests } from './guests.ts'
import { inboundDoc, triageDoc } from './paths.ts'
import { unchanged, versioned } from './values.ts'

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
