// The post as most would write it after the documentation: everything at the top, the Admin SDK, `runTransaction`.
import { randomUUID } from 'node:crypto'
import { initializeApp } from 'firebase-admin/app'
import { getAuth } from 'firebase-admin/auth'
import { FieldValue, getFirestore } from 'firebase-admin/firestore'
import { onRequest } from 'firebase-functions/https'
import {
  attentionAfter,
  auditOf,
  authorize,
  authorizeRate,
  limitsOf,
  messageOf,
  parsePost,
  replayOf,
} from './job/post.mjs'
import { Refused } from './job/refused.mjs'

initializeApp()
const db = getFirestore()
db.settings({ ignoreUndefinedProperties: true })

export const chat = onRequest({ region: 'europe-west1' }, async (request, response) => {
  try {
    const threadId = request.path.split('/')[3]
    const caller = await callerOf(request.get('authorization'))
    const post = parsePost(threadId, request.body)
    authorize(caller, post)
    const origin = { ip: request.ip ?? '', userAgent: request.get('user-agent') ?? '' }
    const { message, isReplay } = await db.runTransaction(transaction =>
      storePost(transaction, caller, { threadId, post, origin }),
    )
    response.status(isReplay ? 200 : 201).json(message)
  } catch (error) {
    if (error instanceof Refused) return void response.status(error.status).json({ code: error.code })
    console.error(error)
    response.status(500).json({ code: 'internal' })
  }
})

async function callerOf(authorization) {
  try {
    const { uid, role } = await getAuth().verifyIdToken(authorization?.slice('Bearer '.length) ?? '')
    return { uid, isTrusted: ['operations', 'support', 'service'].includes(role) }
  } catch {
    throw new Refused(401, 'unauthenticated')
  }
}

async function storePost(transaction, caller, { threadId, post, origin }) {
  const now = new Date()
  const limits = limitsOf(caller, threadId, now)
  const threadRef = db.doc(`threads/${threadId}`)
  const messageRef = threadRef.collection('messages').doc(post.messageId ?? randomUUID())
  const counters = limits.map(({ id }) => db.doc(`rateLimits/${id}`))
  const [thread, stored, ...counted] = await transaction.getAll(threadRef, messageRef, ...counters)
  if (!thread.exists) throw new Refused(404, 'thread-not-found')
  if (stored.exists) return { message: replayOf(stored.data(), caller, post), isReplay: true }
  authorizeRate(limits, id => counted.find(counter => counter.id === id)?.get('count') ?? 0)
  const { participantIds, needsAttention, updatedAt } = thread.data()
  const message = messageOf(caller, threadId, messageRef.id, post, updatedAt.toDate(), now)
  const attention = attentionAfter(needsAttention, participantIds, caller.uid)
  transaction.create(messageRef, message)
  transaction.update(threadRef, {
    lastMessage: message,
    ...(message.type !== 'note' && { lastPublicMessage: message }),
    needsAttention: attention,
    needsAttentionMap: Object.fromEntries(attention.map(id => [id, true])),
    participantIds: [...new Set([...participantIds, caller.uid])],
    updatedAt: message.createdAt,
    version: FieldValue.increment(1),
  })
  transaction.create(db.doc(`auditLog/${randomUUID()}`), auditOf(message, origin))
  const expiresAt = new Date(now.getTime() + 7_200_000)
  for (const counter of counters)
    transaction.set(counter, { count: FieldValue.increment(1), expiresAt }, { merge: true })
  return { message }
}
