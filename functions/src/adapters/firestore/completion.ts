import { FieldValue, type Firestore, type WriteBatch } from 'firebase-admin/firestore'
import type { Completion, Holder, OpenRequest } from '../../lib/connection/ports.ts'
import type { Revision } from '../../lib/ports.ts'
import { stillHeld } from './attempts.ts'
import { attemptDoc, channelDoc, requestDoc } from './connection-paths.ts'
import { itemDoc, openItem } from './items.ts'
import { auditDoc } from './paths.ts'
import { openRequests } from './requests.ts'
import { defined, unchanged } from './values.ts'

const maxTries = 4

/**
 * Writes everything that a completed connection writes, or nothing. Requests are read just before, so that one which
 * has gone or come since the claim neither fails the commit nor stays behind.
 */
export async function commitCompletion(
  db: Firestore,
  settle: (batch: WriteBatch, completion: Completion) => void,
  completion: Completion,
  holder: Holder,
  read?: OpenRequest[],
): Promise<string[]> {
  const { target, requestIds } = completion
  let { revision } = holder
  for (let tries = 1; ; tries += 1) {
    const requests = tries === 1 && read !== undefined ? read : await openRequests(db, target, requestIds)
    const batch = toBatch(db, completion, requests, revision)
    settle(batch, completion)
    try {
      await batch.commit()
      return requests.map(({ id }) => id)
    } catch (error) {
      const now = await stillHeld(db, holder, error)
      if (now.value.status === 'completed') return requests.map(({ id }) => id)
      if (now.value.status !== 'running' || tries >= maxTries) throw error
      revision = now.revision
    }
  }
}

function toBatch(
  db: Firestore,
  completion: Completion,
  requests: readonly OpenRequest[],
  revision: Revision,
): WriteBatch {
  const { target, at } = completion
  const batch = db.batch()
  writeChannel(db, batch, { ...completion, requestIds: requests.map(({ id }) => id) })
  writeNews(db, batch, completion)
  const completed = { status: 'completed', completedAt: at, rejection: FieldValue.delete() }
  for (const request of requests)
    batch.update(requestDoc(db, request.id), completed, unchanged(request.revision))
  const ended = { status: 'completed', endedAt: at, leftover: FieldValue.delete() }
  batch.update(attemptDoc(db, target), ended, unchanged(revision))
  return batch
}

function writeChannel(db: Firestore, batch: WriteBatch, completion: Completion): void {
  const {
    target,
    hotelId,
    channelManagerChannelId,
    mapping,
    offer,
    currency,
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
    ...defined({ currency, listingUrl }),
    subscriptionId: subscription?.id ?? null,
    requestIds,
    attemptId: completion.attemptId,
    createdAt: at,
  })
}

function writeNews(db: Firestore, batch: WriteBatch, { email, item, audit, at }: Completion): void {
  if (email) {
    const { emailId, ...content } = email
    batch.create(db.doc(`emails/${emailId}`), { ...content, status: 'pending', createdAt: at })
  }
  if (item) batch.create(itemDoc(db, item.id), openItem(item))
  if (audit) {
    const { id, ...entry } = audit
    batch.set(auditDoc(db, id), entry)
  }
}
