import * as z from 'zod'
import { optional, reason } from '../shapes.ts'
import { channelTypes } from './channel-types.ts'

export const messageTypes = ['message', ...channelTypes, 'note'] as const
export type MessageType = (typeof messageTypes)[number]

const contentTypes = ['text', 'payment', 'payment-processed'] as const

export type DeliveryFailure = z.infer<typeof reason>

export const deliveryStatuses = [
  'pending',
  'sending',
  'sent',
  'delivered',
  'read',
  'failed',
  'unknown',
] as const

const messageTemplate = z.object({
  name: z.string(),
  /** By position, "1", "2", … */
  variables: z.record(z.string(), z.string()),
  /** Names of our values. */
  filled: z.array(z.string()).optional(),
  /** Place of the guest's consent, by the author's word. */
  optIn: z.string().optional(),
})
export type MessageTemplate = z.infer<typeof messageTemplate>

/** Present only for a send. */
export const storedDelivery = z.looseObject({
  reservationId: z.string().optional(),
  /** The reservation decides the recipient; a read fetches this guest with it. */
  guestId: z.string().optional(),
  /** `guestId` is the recipient: the last writer, from a merged thread. */
  toGuest: z.boolean().optional(),
  /** The OTA conversation to answer. */
  conversationId: z.string().optional(),
  status: z.enum(deliveryStatuses),
  attempts: z.number().int().nonnegative(),
  failure: reason.optional(),
  /** Absent: the body. */
  template: messageTemplate.optional(),
  /** The last claim; from `claimedAt` on the provider may have the message. */
  claimId: z.string().optional(),
  leaseUntil: z.date().optional(),
  to: z.string().optional(),
  claimedAt: z.date().optional(),
  /** Cost of the claims on `claimedAt`'s day. */
  segments: z.number().int().nonnegative().optional(),
  /** Next send, takeover or look-up; absent without work of ours. */
  dueAt: z.date().optional(),
  sendUntil: z.date().optional(),
  /** Neighbours in the same post; `after` goes first. */
  after: z.string().optional(),
  next: z.string().optional(),
  byMember: z.boolean().optional(),
  /** An automation would not see a failure in the thread. */
  automated: z.boolean().optional(),
  /** `unknown`: the call has ended, so no send is in flight. */
  callEnded: z.boolean().optional(),
  /** `unknown`: look-ups with an answer. */
  answers: z.number().int().nonnegative().optional(),
  /** Only one of concurrent retries restarts the delivery. */
  retryId: z.string().optional(),
  /** Provider ids before manual retries. */
  replacedIds: z.array(z.string()).optional(),
})
export type Delivery = z.infer<typeof storedDelivery>

const forwarding = z.looseObject({
  status: z.enum(['pending', 'forwarded', 'failed']),
  attempts: z.number().int().nonnegative(),
  dueAt: z.date().optional(),
  byMember: z.boolean().optional(),
  /** The first failed try. */
  triedSince: z.date().optional(),
})
export type Forwarding = z.infer<typeof forwarding>

export const messageMetadata = z.looseObject({
  replyToProviderId: z.string().optional(),
  button: z.object({ text: z.string(), payload: z.string().optional() }).optional(),
  /** Degrees. */
  location: z
    .object({
      latitude: z.number(),
      longitude: z.number(),
      address: z.string().optional(),
      label: z.string().optional(),
    })
    .optional(),
  /** Per attachment, in order. */
  mediaTypes: z.array(z.string()).optional(),
  sender: z.enum(['guest', 'property', 'system']).optional(),
  conversationId: z.string().optional(),
  provider: z.string().optional(),
  author: z.object({ name: z.string(), role: z.string().nullable() }).optional(),
  /** Of an inquiry. */
  stay: z
    .object({
      arrival: z.string().nullable(),
      departure: z.string().nullable(),
      guests: z.number().nullable(),
      listing: z.string().nullable(),
      guestName: z.string().nullable(),
    })
    .optional(),
  /** The property decides it at the OTA. */
  request: z
    .object({
      kind: z.enum(['inquiry', 'reservation_request', 'alteration_request']),
      status: z.string().nullable(),
      respondBy: z.date().nullable(),
    })
    .optional(),
})
export type MessageMetadata = z.infer<typeof messageMetadata>

export const messageFile = z.object({
  fileId: z.string(),
  name: z.string(),
  type: z.string(),
  size: z.number(),
})
export type MessageFile = z.infer<typeof messageFile>
export const messageFiles = z.array(messageFile).optional()

/** A new field here is stored, compared on a repeat, shown and forwarded. */
export const postedFields = {
  body: z.string(),
  source: z.string(),
  type: z.enum(messageTypes),
  contentType: z.enum(contentTypes),
  externalMessageId: z.string().optional(),
  attachments: z.array(z.string()).optional(),
  paymentContent: z.record(z.string(), z.unknown()).optional(),
  /** If not the thread's. */
  reservationId: z.string().optional(),
  mentions: z.array(z.string()).optional(),
}
const postedPart = z.object(postedFields)
export type PostedFields = z.output<typeof postedPart>
export const postedNames = postedPart.keyof().options

export const postedOf = (message: PostedFields): PostedFields =>
  postedPart.parse(
    Object.fromEntries(
      postedNames.filter(name => message[name] !== undefined).map(name => [name, message[name]]),
    ),
  )

/** Unknown fields stay. */
export const storedMessage = z.looseObject({
  messageId: z.string(),
  threadId: z.string(),
  authorId: z.string(),
  createdAt: z.date(),
  ...postedFields,
  source: postedFields.source.default('platform'),
  type: postedFields.type.default('message'),
  contentType: postedFields.contentType.default('text'),
  reservationId: postedFields.reservationId.catch(undefined),
  mentions: postedFields.mentions.catch(undefined),
  /** Arrival, if before `createdAt`; the order ignores it. */
  receivedAt: optional(z.date()),
  metadata: messageMetadata.optional(),
  /** From before our first read, with its own time. */
  past: optional(z.literal(true)),
  files: messageFiles.catch(undefined),
  /** Later messages carry these files of the post. */
  filesAfter: optional(z.array(z.string())),
  joined: optional(z.literal('self')),
  delivery: storedDelivery.optional(),
  forwarding: forwarding.optional(),
})
export type StoredMessage = z.infer<typeof storedMessage>

export const messageShape = z.object({
  messageId: z.string(),
  threadId: z.string(),
  authorId: z.string(),
  createdAt: z.date(),
  receivedAt: z
    .date()
    .optional()
    .meta({ description: 'When it came in, where it was stored later, such as from triage.' }),
  ...postedFields,
  files: messageFiles.meta({ description: 'Read at `/chat/threads/{id}/files/{fileId}`.' }),
  joined: z
    .literal('self')
    .optional()
    .meta({ description: 'Its author joined the thread by posting, without a role, and was not added.' }),
})

export const attempts = z.number().meta({ description: 'How often it was tried to send it.' })

export type MessageSummary = Omit<StoredMessage, 'delivery' | 'forwarding'>

export const summarize = (message: StoredMessage): MessageSummary => {
  const { delivery: _delivery, forwarding: _forwarding, ...summary } = message
  return summary
}
