import {
  type DocumentReference,
  type DocumentSnapshot,
  FieldValue,
  type Firestore,
  type WriteBatch,
} from 'firebase-admin/firestore'
import * as z from 'zod'
import { type Guest, storedGuest } from '../../lib/chat/guest.ts'
import type { SettledChange } from '../../lib/chat/inbound/guest-change.ts'
import type { InboundRecord, PostWrite, SettledTrace } from '../../lib/chat/ports.ts'
import type { Versioned } from '../../lib/ports.ts'
import { auditDoc, inboundDoc, triageDoc } from './paths.ts'
import { unchanged, versioned } from './values.ts'

const storedRecord = z.looseObject({ triage: z.boolean().optional() })

/** What is on record of a provider's id; undefined when nothing is. */
export function inboundRecord(snapshot: DocumentSnapshot): Versioned<InboundRecord> | undefined {
  const found = versioned(snapshot, storedRecord)
  return found && { value: { isInTriage: found.value.triage === true }, revision: found.revision }
}

type InboundWrite = Pick<PostWrite, 'message' | 'inboundRevision'> & { inbound: SettledTrace }

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
  if (inbound.assignment) closeEntry(db, batch, threadId, inbound)
}

function closeEntry(db: Firestore, batch: WriteBatch, threadId: string, inbound: SettledTrace): void {
  const { audit, ...assignment } = inbound.assignment ?? {}
  batch.update(triageDoc(db, inbound.providerMessageId), { status: 'assigned', threadId, ...assignment })
  if (!audit) return
  const { id, ...entry } = audit
  batch.create(auditDoc(db, id), entry)
}

export const guestDoc = (db: Firestore, guestId: string): DocumentReference => db.doc(`guests/${guestId}`)

/** Those that exist, by their id. */
export const guestsIn = (snapshots: readonly DocumentSnapshot[]): Map<string, Versioned<Guest>> =>
  new Map(
    snapshots.flatMap(snapshot => {
      const guest = versioned(snapshot, storedGuest)
      return guest ? [[snapshot.id, guest] as const] : []
    }),
  )

/** Adds to a commit what an inbound message changes on guests. It fails when one of them has changed since. */
export function changeGuests(db: Firestore, batch: WriteBatch, changes: readonly SettledChange[]): void {
  for (const change of changes) {
    const fields = fieldsOf(change)
    if (Object.keys(fields).length === 0) continue
    const [guest, { revision }] = [guestDoc(db, change.guestId), change]
    if (revision === undefined) batch.create(guest, {}).update(guest, fields)
    else batch.update(guest, fields, unchanged(revision))
  }
}

function fieldsOf(change: SettledChange): Record<string, unknown> {
  const { at, wroteFrom, optOut, learned = [], addresses = [], forgotten = [], name, threadId } = change
  return {
    ...(wroteFrom !== undefined && { lastChatappInboundAt: at, lastChatappAddress: wroteFrom }),
    ...(optOut && wordFields(optOut, at)),
    ...(addresses.length > 0 && { addresses: FieldValue.arrayUnion(...addresses) }),
    ...(learned.length > 0 && { chatappIds: FieldValue.arrayUnion(...learned) }),
    ...(forgotten.length > 0 && {
      addresses: FieldValue.arrayRemove(...forgotten),
      chatappIds: FieldValue.arrayRemove(...forgotten),
    }),
    ...(name !== undefined && { name }),
    ...(threadId !== undefined && { threadId }),
  }
}

/** Whoever is to be left alone has a time in `optedOut`. */
const wordFields = ({ channel, change }: NonNullable<SettledChange['optOut']>, at: Date) =>
  change === 'out'
    ? { [`optedOut.${channel}`]: at }
    : { [`optedOut.${channel}`]: FieldValue.delete(), [`optedIn.${channel}`]: at }
