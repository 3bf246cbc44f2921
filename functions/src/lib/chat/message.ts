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

/** The outbound side of a message. Present only where a send is due. */
const delivery = z.looseObject({
  reservationId: z.string().optional(),
  status: z.enum(deliveryStatuses),
  attempts: z.number().int().nonnegative(),
  failure: deliveryFailure.optional(),
  /** Identifies the worker that claimed the send, until `leaseUntil`. */
  claimId: z.string().optional(),
  leaseUntil: z.date().optional(),
  /** Not to be tried before this. */
  notBefore: z.date().optional(),
})
export type Delivery = z.infer<typeof delivery>

const forwarding = z.looseObject({
  status: z.enum(['pending', 'forwarded', 'failed']),
  attempts: z.number().int().nonnegative(),
  /** Not to be tried before this. */
  notBefore: z.date().optional(),
})
export type Forwarding = z.infer<typeof forwarding>

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
