// The same read and the same commit as a post of the project, with documents of the same size, and nothing else: the
// token is read, not checked; no rules, no parsing, no retry.
import { randomUUID } from 'node:crypto'
import { initializeApp } from 'firebase-admin/app'
import { FieldValue, getFirestore } from 'firebase-admin/firestore'
import { onRequest } from 'firebase-functions/https'

initializeApp()
const db = getFirestore()

export const chat = onRequest({ region: 'europe-west1' }, async (request, response) => {
  const threadId = request.path.split('/')[3]
  const uid = uidOf(request)
  const counter = db.doc(`rateLimits/${uid}_${minute()}`)
  const [thread] = await db.getAll(db.doc(`threads/${threadId}`), counter)
  const message = messageOf(uid, threadId, request.body.body)
  const batch = db.batch()
  batch.create(db.doc(`threads/${threadId}/messages/${message.messageId}`), message)
  batch.update(thread.ref, threadPatch(thread, message), { lastUpdateTime: thread.updateTime })
  batch.create(db.doc(`auditLog/${randomUUID()}`), auditEntry(message, request))
  const expiresAt = new Date(Date.now() + 7_200_000)
  batch.set(counter, { count: FieldValue.increment(1), expiresAt }, { merge: true })
  await batch.commit()
  response.status(201).json(message)
})

const uidOf = request => JSON.parse(Buffer.from(request.get('authorization').split('.')[1], 'base64url')).sub

const minute = () => Math.floor(Date.now() / 60_000)

const messageOf = (uid, threadId, body) => ({
  messageId: randomUUID(),
  threadId,
  body,
  authorId: uid,
  createdAt: new Date(),
  source: 'platform',
  type: 'message',
  contentType: 'text',
})

const threadPatch = (thread, message) => ({
  needsAttention: ['maria', 'lars'],
  needsAttentionMap: { maria: true, lars: true },
  lastMessage: message,
  lastPublicMessage: message,
  updatedAt: message.createdAt,
  participantIds: thread.get('participantIds'),
  posts: { minute: minute(), members: (thread.get('posts')?.members ?? 0) + 1, others: 0 },
  version: (thread.get('version') ?? 0) + 1,
})

const auditEntry = ({ messageId, threadId, authorId, createdAt }, request) => ({
  action: 'message.create',
  targetType: 'message',
  targetId: messageId,
  metadata: { threadId, type: 'message', source: 'platform', attachmentCount: 0 },
  outcome: 'success',
  actorId: authorId,
  ipAddress: '127.0.0.1',
  userAgent: request.get('user-agent') ?? '',
  at: createdAt,
})
