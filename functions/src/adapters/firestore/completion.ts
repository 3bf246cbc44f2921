import { type DocumentSnapshot, FieldValue, type Firestore, type WriteBatch } from 'firebase-admin/firestore'
import { storedAttempt } from '../../lib/connection/model.ts'
import type { Completion } from '../../lib/connection/ports.ts'
import type { Revision } from '../../lib/ports.ts'
import { attemptDoc, channelDoc, pendingRequestsOf, requestDoc } from './connection-paths.ts'
import { isUnsettled } from './failures.ts'
import { auditDoc } from './paths.ts'
import { defined, unchanged, versioned } from './values.ts'

const maxTries = 4

/**
 * Writes everything that a completed connection writes, or nothing. Requests are read just before, so that one which
 * has gone or come since the claim neither fails the commit nor stays behind.
 */
export async function commitCompletion(
  db: Firestore,
  completion: Completion,
  revision: Revision,
): Promise<string[]> {
  for (let tries = 1; ; tries += 1) {
    const requests = await openRequests(db, completion)
    try {
      await toBatch(db, completion, requests, revision).commit()
      return requests.map(({ id }) => id)
    } catch (error) {
      if (!isUnsettled(error)) throw error
      const attempt = versioned(await attemptDoc(db, completion.target).get(), storedAttempt)
      const isOurs = attempt?.value.attemptId === completion.attemptId
      if (isOurs && attempt.value.status === 'completed') return requests.map(({ id }) => id)
      if (!isOurs || attempt.revision !== revision || tries >= maxTries) throw error
    }
  }
}

async function openRequests(db: Firestore, { target, requestIds }: Completion): Promise<DocumentSnapshot[]> {
  const [named, pending] = await Promise.all([
    requestIds.length > 0 ? db.getAll(...requestIds.map(id => requestDoc(db, id))) : [],
    pendingRequestsOf(db, target).get(),
  ])
  const all: DocumentSnapshot[] = [...named, ...pending.docs]
  return [...new Map(all.filter(({ exists }) => exists).map(request => [request.id, request])).values()]
}

function toBatch(
  db: Firestore,
  completion: Completion,
  requests: readonly DocumentSnapshot[],
  revision: Revision,
): WriteBatch {
  const { target, at } = completion
  const batch = db.batch()
  writeChannel(db, batch, { ...completion, requestIds: requests.map(({ id }) => id) })
  writeBilling(db, batch, completion)
  writeNews(db, batch, completion)
  const completed = { status: 'completed', completedAt: at, rejection: FieldValue.delete() }
  for (const { ref, updateTime } of requests) {
    if (updateTime) batch.update(ref, completed, { lastUpdateTime: updateTime })
  }
  batch.update(attemptDoc(db, target), { status: 'completed', endedAt: at }, unchanged(revision))
  return batch
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
