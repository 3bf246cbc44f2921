// The same read and the same commit as a post of the project, with documents of the same size, and nothing else: the
// token is checked as the SDK does it, or only read; no rules, no parsing, no retry.
import { randomUUID } from 'node:crypto'
import { initializeApp } from 'firebase-admin/app'
import { getAuth } from 'firebase-admin/auth'
import { FieldValue, getFirestore } from 'firebase-admin/firestore'
import { onRequest } from 'firebase-functions/https'

initializeApp()
const db = getFirestore()

export const chat = onRequest({ region: 'europe-west1' }, async (request, response) => {
  const threadId = request.path.split('/')[3]
  const token = request.get('authorization').split(' ')[1]
  const { sub: uid } =
    process.env.TOKENS === 'only read' ? readToken(token) : await getAuth().verifyIdToken(token)
  const counter = db.doc(`rateLimits/${uid}_${minute()}`)
  const [thread] = await db.getAll(db.doc(`threads/${threadId}`), counter)
  const message = messageOf(uid, threadId, request.body.body)
  const batch = db.batch()
  batch.create(db.doc(`threads/${threadId}/messages/${message.messageId}`), message)
  batch.update(thread.ref, threadPatch(thread, message), { lastUpdateTime: thread.updateTime })
  batch.set(db.doc(`auditLog/${randomUUID()}`), auditEntry(message, request))
  const expiresAt = new Date(Date.now() + 7_200_000)
  batch.set(counter, { count: FieldValue.increment(1), expiresAt }, { merge: true })
  await batch.commit()
  response.status(201).json(message)
})

const readToken = token => JSON.parse(Buffer.from(token.split('.')[1], 'base64url'))

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
  needsAttention: ['maria', 'sam', 'lars'],
  needsAttentionMap: { maria: true, sam: true, lars: true },
  lastMessage: message,
  lastPublicMessage: message,
  lastAnswers: [{ messageId: message.messageId, by: message.authorId, at: message.createdAt }],
  updatedAt: message.createdAt,
  participantIds: [...thread.get('participantIds'), message.authorId],
  roleJoinedIds: [message.authorId],
  posts: { minute: minute(), members: (thread.get('posts')?.members ?? 0) + 1, others: 0 },
  version: (thread.get('version') ?? 0) + 1,
  expireAt: FieldValue.delete(),
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
  expireAt: new Date(createdAt.getTime() + 1_095 * 86_400_000),
})
