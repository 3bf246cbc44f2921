import * as z from 'zod'
import { optional, reason } from '../shapes.ts'
import { channelTypes } from './channels/naming.ts'

export const messageTypes = ['message', ...channelTypes, 'note'] as const
export type MessageType = (typeof messageTypes)[number]

const contentTypes = ['text', 'payment', 'payment-processed'] as const

/** Why a send failed, in words a person can act on. */
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

/** Sent as this approved template. */
const messageTemplate = z.object({
  name: z.string(),
  /** By position, "1", "2", … */
  variables: z.record(z.string(), z.string()),
  /** Names of those that we filled in. */
  filled: z.array(z.string()).optional(),
  /** Where its guest agreed to be written to, as its author says. */
  optIn: z.string().optional(),
})
export type MessageTemplate = z.infer<typeof messageTemplate>

/** The delivery of a message. Present only if it is to be sent. */
export const storedDelivery = z.looseObject({
  reservationId: z.string().optional(),
  /** The thread's guest, so that they are read with the reservation. Who it goes to is what the reservation says. */
  guestId: z.string().optional(),
  /** It goes to that guest all the same, who wrote last in a thread into which theirs is merged. */
  toGuest: z.boolean().optional(),
  /** At an OTA, the conversation that it answers. */
  conversationId: z.string().optional(),
  status: z.enum(deliveryStatuses),
  attempts: z.number().int().nonnegative(),
  failure: reason.optional(),
  /** Absent: the body is sent. */
  template: messageTemplate.optional(),
  /** The last claim: its id and end, the address, and since when the provider may have the message. */
  claimId: z.string().optional(),
  leaseUntil: z.date().optional(),
  to: z.string().optional(),
  claimedAt: z.date().optional(),
  /** What the claims of that day are paid for. */
  segments: z.number().int().nonnegative().optional(),
  /**
   * When it is due: to be sent, to be taken over from a dead sender, or to be looked up at the provider. Absent if
   * there is nothing to do, or only for a person.
   */
  dueAt: z.date().optional(),
  /** Not sent after this. */
  sendUntil: z.date().optional(),
  /** Messages of the same post: it goes once that one has gone, and then the next. */
  after: z.string().optional(),
  next: z.string().optional(),
  /** Goes out only while its author is a member. */
  byMember: z.boolean().optional(),
  /** Written by an automation, which would not see a failure in the thread. */
  automated: z.boolean().optional(),
  /** For an unknown outcome: the call has ended, so no send can still be in flight. */
  callEnded: z.boolean().optional(),
  /** For an unknown outcome: how many look-ups the provider has answered. */
  answers: z.number().int().nonnegative().optional(),
  /** The last retry that restarted the delivery; of concurrent ones only one does. */
  retryId: z.string().optional(),
  /** Provider ids of earlier sends that a person's retry replaced. */
  replacedIds: z.array(z.string()).optional(),
})
export type Delivery = z.infer<typeof storedDelivery>

const forwarding = z.looseObject({
  status: z.enum(['pending', 'forwarded', 'failed']),
  attempts: z.number().int().nonnegative(),
  /** When it is due. Absent once ended. */
  dueAt: z.date().optional(),
  /** As in a delivery. */
  byMember: z.boolean().optional(),
  /** When the first failed try was. */
  triedSince: z.date().optional(),
})
export type Forwarding = z.infer<typeof forwarding>

/** What a provider sends beside the text of an inbound message. */
export const messageMetadata = z.looseObject({
  /** The provider's id of the message this one replies to. */
  replyToProviderId: z.string().optional(),
  /** The button the guest pressed. */
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
  /** The content type of each attachment, in order. */
  mediaTypes: z.array(z.string()).optional(),
  /** At an OTA: by which side it was written, in which conversation of which OTA. */
  sender: z.enum(['guest', 'property', 'system']).optional(),
  conversationId: z.string().optional(),
  provider: z.string().optional(),
  /** Who wrote it, where the OTA says so. */
  author: z.object({ name: z.string(), role: z.string().nullable() }).optional(),
  /** The stay that is inquired about. */
  stay: z
    .object({
      arrival: z.string().nullable(),
      departure: z.string().nullable(),
      guests: z.number().nullable(),
      listing: z.string().nullable(),
      guestName: z.string().nullable(),
    })
    .optional(),
  /** What the OTA asks the property to decide, there. */
  request: z
    .object({
      kind: z.enum(['inquiry', 'reservation_request', 'alteration_request']),
      status: z.string().nullable(),
      respondBy: z.date().nullable(),
    })
    .optional(),
})
export type MessageMetadata = z.infer<typeof messageMetadata>

/** A file that goes with a message, and lies with us. */
export const messageFile = z.object({
  fileId: z.string(),
  name: z.string(),
  type: z.string(),
  size: z.number(),
})
export type MessageFile = z.infer<typeof messageFile>
export const messageFiles = z.array(messageFile).optional()

/** What an author says of a message. A field added here is stored, compared on a repeat, shown and forwarded. */
export const postedFields = {
  body: z.string(),
  source: z.string(),
  type: z.enum(messageTypes),
  contentType: z.enum(contentTypes),
  externalMessageId: z.string().optional(),
  attachments: z.array(z.string()).optional(),
  paymentContent: z.record(z.string(), z.unknown()).optional(),
  /** The stay it is about, where that is not the thread's. */
  reservationId: z.string().optional(),
  /** Staff whom a note calls. */
  mentions: z.array(z.string()).optional(),
}
const postedPart = z.object(postedFields)
export type PostedFields = z.output<typeof postedPart>
export const postedNames = postedPart.keyof().options

/** Only these fields, without absent ones. */
export const postedOf = (message: PostedFields): PostedFields =>
  postedPart.parse(
    Object.fromEntries(
      postedNames.filter(name => message[name] !== undefined).map(name => [name, message[name]]),
    ),
  )

/**
 * A stored message, `threads/{threadId}/messages/{messageId}`: the specification's fields, plus `delivery` if it is to
 * be sent and `forwarding` if it goes to the guest platform. Unknown fields are kept.
 */
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
  /** When it came in, where it was stored later than that: the time of writing, of which the order says nothing. */
  receivedAt: optional(z.date()),
  metadata: messageMetadata.optional(),
  /** Was there before we read the conversation: stored with its own time. */
  past: optional(z.literal(true)),
  files: messageFiles.catch(undefined),
  /** Files that were posted with it and follow as messages of their own. */
  filesAfter: optional(z.array(z.string())),
  /** Its author took part by posting alone, without a role. */
  joined: optional(z.literal('self')),
  delivery: storedDelivery.optional(),
  forwarding: forwarding.optional(),
})
export type StoredMessage = z.infer<typeof storedMessage>

/** A message as embedded in its thread, without delivery state. */
export type MessageSummary = Omit<StoredMessage, 'delivery' | 'forwarding'>

export const summarize = (message: StoredMessage): MessageSummary => {
  const { delivery: _delivery, forwarding: _forwarding, ...summary } = message
  return summary
}
