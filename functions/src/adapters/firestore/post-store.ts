import type { DocumentSnapshot, Firestore, WriteBatch } from 'firebase-admin/firestore'
import * as z from 'zod'
import { storedMessage } from '../../lib/chat/message.ts'
import type { PostContext, PostContextKeys, PostStore, PostWrite } from '../../lib/chat/ports.ts'
import { storedThread } from '../../lib/chat/thread.ts'
import { isUnsettled } from './failures.ts'
import { auditDoc, inboundDoc, messageDoc, threadDoc } from './paths.ts'
import { parsed, unchanged, versioned } from './values.ts'

const inboundPointer = z.looseObject({ threadId: z.string(), messageId: z.string() })

export const postStore = (db: Firestore): PostStore => ({
  async read({ threadId, messageId, auditId, inboundId }: PostContextKeys): Promise<PostContext> {
    const wanted = {
      thread: threadDoc(db, threadId),
      ...(messageId !== undefined && { message: messageDoc(db, { threadId, messageId }) }),
      ...(auditId !== undefined && { audit: auditDoc(db, auditId) }),
      ...(inboundId !== undefined && { inbound: inboundDoc(db, inboundId) }),
    }
    const snapshots = await db.getAll(...Object.values(wanted))
    const found: Record<string, DocumentSnapshot | undefined> = Object.fromEntries(
      Object.keys(wanted).map((name, position) => [name, snapshots[position]]),
    )
    return {
      thread: found.thread && versioned(found.thread, storedThread),
      message: found.message && parsed(found.message, storedMessage),
      inbound: found.inbound && parsed(found.inbound, inboundPointer),
      auditWritten: found.audit?.exists ?? false,
    }
  },

  async commit(write: PostWrite): Promise<'committed' | 'unsettled'> {
    try {
      await toBatch(db, write).commit()
      return 'committed'
    } catch (error) {
      if (isUnsettled(error)) return 'unsettled'
      throw error
    }
  },
})

function toBatch(db: Firestore, { message, thread, threadRevision, audit, inbound }: PostWrite): WriteBatch {
  const { threadId, messageId, createdAt } = message
  const batch = db.batch()
  batch.create(messageDoc(db, message), message)
  batch.update(threadDoc(db, threadId), { ...thread }, unchanged(threadRevision))
  if (audit) {
    const { id, ...entry } = audit
    batch.create(auditDoc(db, id), entry)
  }
  if (inbound) {
    batch.create(inboundDoc(db, inbound.providerMessageId), { threadId, messageId, receivedAt: createdAt })
    if (inbound.channel === 'chatapp') {
      batch.set(db.doc(`guests/${inbound.guestId}`), { lastChatappInboundAt: createdAt }, { merge: true })
    }
  }
  return batch
}
