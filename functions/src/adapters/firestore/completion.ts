import { FieldValue, type Firestore, type WriteBatch } from 'firebase-admin/firestore'
import { storedAttempt } from '../../lib/connection/model.ts'
import type { Completion } from '../../lib/connection/ports.ts'
import type { Revision } from '../../lib/ports.ts'
import { attemptDoc, channelDoc, requestDoc } from './connection-paths.ts'
import { isUnsettled } from './failures.ts'
import { auditDoc } from './paths.ts'
import { defined, parsed, unchanged } from './values.ts'

/** Writes everything that a completed connection writes, or nothing. */
export async function commitCompletion(
  db: Firestore,
  completion: Completion,
  revision: Revision,
): Promise<void> {
  const batch = db.batch()
  writeChannel(db, batch, completion)
  writeBilling(db, batch, completion)
  writeNews(db, batch, completion)
  const { target, attemptId, requestIds, at } = completion
  for (const id of requestIds) {
    batch.update(requestDoc(db, id), { status: 'completed', completedAt: at, rejection: FieldValue.delete() })
  }
  batch.update(attemptDoc(db, target), { status: 'completed', endedAt: at }, unchanged(revision))
  try {
    await batch.commit()
  } catch (error) {
    if (!isUnsettled(error)) throw error
    const attempt = parsed(await attemptDoc(db, target).get(), storedAttempt)
    if (attempt?.status !== 'completed' || attempt.attemptId !== attemptId) throw error
  }
}

function writeChannel(db: Firestore, batch: WriteBatch, completion: Completion): void {
  const {
    target,
    hotelId,
    channelManagerChannelId,
    mapping,
    offer,
    listingUrl,
    subscription,
    requestIds,
    at,
  } = completion
  batch.set(channelDoc(db, target), {
    ...target,
    status: 'active',
    hotelId,
    channelManagerChannelId,
    mapping,
    mappingStatus: 'initial',
    version: 1,
    offer,
    ...defined({ listingUrl }),
    subscriptionId: subscription?.id ?? null,
    requestIds,
    attemptId: completion.attemptId,
    createdAt: at,
  })
}

/** The reserved subscription starts to charge with the connection it is for. */
function writeBilling(
  db: Firestore,
  batch: WriteBatch,
  { subscription, landlordId, attemptId, at }: Completion,
): void {
  if (!subscription) return
  const { id, amount, currency } = subscription
  batch.update(db.doc(`subscriptions/${id}`), { status: 'active', activatedAt: at })
  batch.create(db.doc(`invoices/${id}_${attemptId}`), {
    landlordId,
    subscriptionId: id,
    amount,
    currency,
    status: 'paid',
    createdAt: at,
  })
}

function writeNews(
  db: Firestore,
  batch: WriteBatch,
  { target, attemptId, email, item, audit, at }: Completion,
): void {
  if (email) {
    const { emailId, ...content } = email
    batch.create(db.doc(`emails/${emailId}`), { ...content, status: 'pending', createdAt: at })
  }
  if (item)
    batch.create(db.doc(`items/${item.kind}_${attemptId}`), {
      ...item,
      ...target,
      status: 'open',
      createdAt: at,
    })
  if (audit) {
    const { id, ...entry } = audit
    batch.create(auditDoc(db, id), entry)
  }
}
