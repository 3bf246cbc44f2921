import * as z from 'zod'
import { clientId, documentId, isReservedKey, userId } from '../../identifiers.ts'
import { sentTime } from '../../shapes.ts'
import { isBlank } from '../../text.ts'
import { channelOfType } from '../channel-types.ts'
import { channels } from '../channels/registry.ts'
import { takesAddresses } from '../delivery/obstacle.ts'
import { isSendDue, type Outgoing } from '../delivery/outbound.ts'
import { mostFilesOfMessage } from '../file-types.ts'
import { type MessageTemplate, type MessageType, type PostedFields, postedFields } from '../message.ts'

/** Firestore stores UTF-8 and replaces a lone surrogate. */
const wellFormed = z.string().refine(text => text.isWellFormed(), 'must be well-formed Unicode')

const attachment = wellFormed.min(1).max(2048)
const sourceName = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 of A-Z a-z 0-9 _ -')

/** Each is a parameter (`config.ts`). */
export interface ChatLimits {
  /** Characters. */
  messageBody: number
  /** Characters, by chatapp or SMS. */
  outboundBody: number
  attachments: number
  /** Bytes of JSON. */
  paymentContentBytes: number
  participants: number
  /** Posts per user, per thread, per thread by all non-members. */
  userPostsPerMinute: number
  threadPostsPerMinute: number
  selfJoinedPostsPerMinute: number
}

export const sendUntil = sentTime
  .optional()
  .meta({ description: 'Not sent by chatapp or SMS after this time; 24 hours from now without it.' })

export const unlessAnsweredSince = sentTime.optional().meta({
  description:
    'The `createdAt` of the newest message that was seen: where somebody else has answered since, nothing is stored.',
})

export const stayOfPost = documentId
  .optional()
  .meta({ description: "A stay of the thread's guest that it is about, if another than the thread's." })

const mentions = z
  .array(userId)
  .min(1)
  .max(10)
  .refine(ids => new Set(ids).size === ids.length, 'must name each user once')
  .optional()
  .meta({ description: 'Staff who have to attend because of a note.' })

/** The same author uploaded them to the thread. */
export const filesOfPost = z
  .array(clientId)
  .min(1)
  .max(mostFilesOfMessage)
  .refine(ids => new Set(ids).size === ids.length, 'must name each file once')
  .optional()
  .meta({ description: 'Files that were uploaded for it; each goes with one message.' })

/** Defaults are the specification's. */
export const postBody = (limits: ChatLimits) =>
  z
    .strictObject({
      body: wellFormed.max(limits.messageBody),
      messageId: clientId.optional(),
      source: sourceName.default('platform'),
      type: postedFields.type.default('message'),
      contentType: postedFields.contentType.default('text'),
      externalMessageId: wellFormed.min(1).max(256).optional(),
      attachments: z.array(attachment).max(limits.attachments).optional(),
      paymentContent: paymentContent(limits.paymentContentBytes)
        .optional()
        .meta({ type: 'object', description: 'Data of a payment message, stored unchanged.' }),
      reservationId: stayOfPost,
      mentions,
      files: filesOfPost,
      sendUntil,
      unlessAnsweredSince,
    } satisfies Record<keyof PostedFields, z.ZodType> & z.ZodRawShape)
    .refine(
      post =>
        post.files !== undefined ||
        (post.contentType !== 'text' && !channelOfType(post.type) && !isEmpty(post.paymentContent)) ||
        !isBlank(post.body),
      {
        path: ['body'],
        message:
          'must not be empty, except with files, and with the paymentContent of a payment message that is not sent by chatapp or SMS',
      },
    )
    .refine(isTakenByChannel, {
      path: ['attachments'],
      message: `must be public https addresses where the message is sent: one by chatapp, ${channels.sms.files.most} by SMS, none at an OTA`,
    })
    .refine(post => post.body.length <= longestOf(post.type, limits), {
      path: ['body'],
      message: `must be at most ${limits.outboundBody} characters for a chatapp or SMS message, 4000 for one at an OTA`,
    })
    .refine(post => post.mentions === undefined || post.type === 'note', {
      path: ['mentions'],
      message: 'must be absent from a message that is no note',
    })

const isEmpty = (content: object = {}): boolean => Object.keys(content).length === 0

function isTakenByChannel(
  post: Outgoing & Partial<Record<'attachments' | 'files', string[] | undefined>>,
): boolean {
  const { attachments = [], files = [] } = post
  const channel = isSendDue(post) ? channelOfType(post.type) : undefined
  return attachments.length === 0 || !channel || takesAddresses(channel, attachments, files.length)
}

const longestOf = (type: MessageType, { outboundBody, messageBody }: ChatLimits): number => {
  const channel = channelOfType(type)
  return channel ? (channels[channel].longestText ?? outboundBody) : messageBody
}

export type PostBody = ReturnType<typeof postBody>

export type PostInput = z.output<PostBody> & { threadId: string }

/** Clients cannot set these fields. */
export interface Post extends PostInput {
  template?: MessageTemplate | undefined
  /** Expiring addresses of files to fetch. */
  coming?: readonly string[] | undefined
}

/** A record would drop a `__proto__` key, so this check comes first. */
const paymentContent = (maxBytes: number) =>
  z
    .unknown()
    .refine(
      content => storable(content),
      `must hold only what Firestore can store: no nested arrays, no keys that are empty, longer than ${maxKeyBytes} bytes or of the form __…__, at most 15 levels`,
    )
    // JSON turns -0 into 0.
    .transform((content): unknown => JSON.parse(JSON.stringify(content)))
    .pipe(z.record(z.string(), z.unknown()))
    .refine(
      content => Buffer.byteLength(JSON.stringify(content)) <= maxBytes,
      `must be at most ${maxBytes} bytes`,
    )

/** Firestore's limit for a field name. */
const maxKeyBytes = 1500
const maxDepth = 15

function storable(value: unknown, depth = 0, inArray = false): boolean {
  if (depth > maxDepth) return false
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return !inArray && value.every(item => storable(item, depth + 1, true))
  if (value === null || typeof value !== 'object') return true
  return Object.entries(value).every(([key, item]) => isStorableKey(key) && storable(item, depth + 1))
}

const isStorableKey = (key: string): boolean =>
  key !== '' && key.isWellFormed() && !isReservedKey(key) && Buffer.byteLength(key) <= maxKeyBytes

const bodies = new WeakMap<object, PostBody>()

/** Cached per process: building takes longer than parsing. */
export function postBodyOf(rules: { chatLimits(): ChatLimits }): PostBody {
  const body = bodies.get(rules) ?? postBody(rules.chatLimits())
  bodies.set(rules, body)
  return body
}
