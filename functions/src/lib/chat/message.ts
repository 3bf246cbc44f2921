import * as z from 'zod'

export const messageTypes = ['message', 'chatapp-message', 'sms-message', 'note'] as const
export type MessageType = (typeof messageTypes)[number]

export const contentTypes = ['text', 'payment', 'payment-processed'] as const

/** Why a send did not work, in words a person can act on. */
const deliveryFailure = z.object({ code: z.string(), detail: z.string(), nextAction: z.string() })
export type DeliveryFailure = z.infer<typeof deliveryFailure>

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
  /** By their place, "1", "2", … */
  variables: z.record(z.string(), z.string()),
  /** Names of those that were left to us to fill. */
  filled: z.array(z.string()).optional(),
})
export type MessageTemplate = z.infer<typeof messageTemplate>

/** The outbound side of a message. Present only where a send is due. */
const delivery = z.looseObject({
  reservationId: z.string().optional(),
  status: z.enum(deliveryStatuses),
  attempts: z.number().int().nonnegative(),
  failure: deliveryFailure.optional(),
  /** Absent: the body is sent. */
  template: messageTemplate.optional(),
  /** The last claim: who sends, until when, to which address, and since when the provider may have the message. */
  claimId: z.string().optional(),
  leaseUntil: z.date().optional(),
  to: z.string().optional(),
  claimedAt: z.date().optional(),
  /**
   * When somebody has to look: to send it, to take over from a sender who died, or to ask the provider what became of
   * it. Absent when nothing is to be done, or only by a person.
   */
  dueAt: z.date().optional(),
  /** Not sent after this: it would come too late. */
  sendUntil: z.date().optional(),
  /** Written by a member: it goes out only while its author is one. */
  byMember: z.boolean().optional(),
  /** Written by an automation: nobody reads of its failure in the thread. */
  automated: z.boolean().optional(),
  /** Of an unknown outcome: the sender saw its call end, so that no send of it can still be on its way. */
  callEnded: z.boolean().optional(),
  /** Of an unknown outcome: how many look-ups the provider has answered. */
  answers: z.number().int().nonnegative().optional(),
  /** The last of the retries that began the delivery anew: of several at once one does. */
  retryId: z.string().optional(),
  /** Provider ids of earlier sends that a person's retry replaced. */
  replacedIds: z.array(z.string()).optional(),
})
export type Delivery = z.infer<typeof delivery>

const forwarding = z.looseObject({
  status: z.enum(['pending', 'forwarded', 'failed']),
  attempts: z.number().int().nonnegative(),
  /** When it is tried. Absent when it has ended. */
  dueAt: z.date().optional(),
  /** As with a delivery. */
  byMember: z.boolean().optional(),
  /** The first try that did not work. */
  triedSince: z.date().optional(),
})
export type Forwarding = z.infer<typeof forwarding>

/** What a provider told beside the text of an inbound message. */
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
  /** The content type of each attachment, in their order. */
  mediaTypes: z.array(z.string()).optional(),
})
export type MessageMetadata = z.infer<typeof messageMetadata>

/**
 * A stored message, `threads/{threadId}/messages/{messageId}`. Fields of the specification, plus `delivery` where a
 * send is due and `forwarding` where the guest platform is to be told. Unknown fields are kept.
 */
export const storedMessage = z.looseObject({
  messageId: z.string(),
  threadId: z.string(),
  body: z.string(),
  authorId: z.string(),
  createdAt: z.date(),
  source: z.string().default('platform'),
  type: z.enum(messageTypes).default('message'),
  contentType: z.enum(contentTypes).default('text'),
  externalMessageId: z.string().optional(),
  attachments: z.array(z.string()).optional(),
  paymentContent: z.record(z.string(), z.unknown()).optional(),
  metadata: messageMetadata.optional(),
  delivery: delivery.optional(),
  forwarding: forwarding.optional(),
})
export type StoredMessage = z.infer<typeof storedMessage>

/** A message as it stands inside a thread: what was said, without how its sending goes. */
export type MessageSummary = Omit<StoredMessage, 'delivery' | 'forwarding'>

export const summarize = (message: StoredMessage): MessageSummary => {
  const { delivery: _delivery, forwarding: _forwarding, ...summary } = message
  return summary
}
