// What a post is, whatever stores it: the rules of docs/who-may-post.md and `lib/chat/posting`, as values.
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { Refused } from './refused.mjs'

const wellFormed = z.string().refine(text => text.isWellFormed())
const clientId = z.string().regex(/^(?!__.*__$)[A-Za-z0-9_-]{1,128}$/)
const types = ['message', 'note', 'chatapp-message', 'sms-message']

const schema = z
  .strictObject({
    body: wellFormed.max(10_000),
    messageId: clientId.optional(),
    source: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,64}$/)
      .default('platform'),
    type: z.enum(types).default('message'),
    contentType: z.enum(['text', 'payment', 'payment-processed']).default('text'),
    externalMessageId: wellFormed.min(1).max(256).optional(),
    attachments: z.array(wellFormed.min(1).max(2048)).max(10).optional(),
    paymentContent: z
      .record(z.string(), z.unknown())
      .refine(content => Buffer.byteLength(JSON.stringify(content)) <= 16 * 1024)
      .optional(),
    sendUntil: z.iso.datetime({ offset: true }).optional(),
  })
  .refine(post => (post.contentType !== 'text' && !isOutbound(post)) || post.body.trim() !== '')
  .refine(post => !isOutbound(post) || post.body.length <= 1600)

const isOutbound = ({ type }) => type === 'chatapp-message' || type === 'sms-message'

export function parsePost(threadId, body) {
  const { success, data } = schema.safeParse(body)
  if (!success || !clientId.safeParse(threadId).success) throw new Refused(400, 'validation-failed')
  return data
}

export function authorize(caller, post) {
  if (caller.isTrusted) return
  const isPlain = post.type !== 'note' && post.source === 'platform' && post.contentType === 'text'
  if (!isPlain || post.externalMessageId !== undefined) throw new Refused(403, 'forbidden')
}

/** Ids of the counters of this minute, and how far each may go. */
export function limitsOf(caller, threadId, now) {
  const minute = Math.floor(now.getTime() / 60_000)
  return [
    { id: `${caller.uid}_${minute}`, atMost: Number(process.env.USER_POSTS_PER_MINUTE ?? 60) },
    { id: `thread:${threadId}_${minute}`, atMost: Number(process.env.THREAD_POSTS_PER_MINUTE ?? 300) },
  ]
}

/** `countOf` answers the posts so far of a counter. */
export function authorizeRate(limits, countOf) {
  if (limits.some(({ id, atMost }) => countOf(id) >= atMost)) throw new Refused(429, 'rate-limited')
}

/** The message, later than everything in its thread. */
export const messageOf = (caller, threadId, messageId, post, threadUpdatedAt, now) => ({
  ...post,
  messageId,
  threadId,
  authorId: caller.uid,
  createdAt: new Date(Math.max(now.getTime(), threadUpdatedAt.getTime() + 1)),
})

const clientFields = [
  ...['authorId', 'body', 'source', 'type', 'contentType'],
  ...['externalMessageId', 'attachments', 'paymentContent'],
]

/** Whether what is stored is this post; throws when it is another one. */
export function replayOf(stored, caller, post) {
  const fieldsOf = value => clientFields.map(field => value[field] ?? undefined)
  if (isDeepStrictEqual(fieldsOf(stored), fieldsOf({ ...post, authorId: caller.uid }))) return stored
  throw new Refused(409, 'message-conflict')
}

/** Everybody of the thread but the author, and whoever had to attend already. */
export const attentionAfter = (needsAttention, participantIds, authorId) => [
  ...new Set([...needsAttention, ...participantIds.filter(id => id !== authorId)]),
]

export const auditOf = (message, { ip, userAgent }) => ({
  action: 'message.create',
  targetType: 'message',
  targetId: message.messageId,
  metadata: {
    threadId: message.threadId,
    type: message.type,
    source: message.source,
    attachmentCount: message.attachments?.length ?? 0,
  },
  outcome: 'success',
  actorId: message.authorId,
  ipAddress: ip.slice(0, 45),
  userAgent: userAgent.slice(0, 512),
  at: message.createdAt,
})
