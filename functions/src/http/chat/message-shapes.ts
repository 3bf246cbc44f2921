import * as z from 'zod'
import { contentTypes, deliveryStatuses, messageTypes, type StoredMessage } from '../../lib/chat/message.ts'
import { type MessageView, type SummaryView, shownMetadata } from '../../lib/chat/reading/message-view.ts'
import type { MessagePage } from '../../lib/chat/reading/read-messages.ts'
import { nextCursor, reason, replyWithin } from '../reply.ts'

const message = z.object({
  messageId: z.string(),
  threadId: z.string(),
  body: z.string(),
  authorId: z.string(),
  createdAt: z.date(),
  source: z.string(),
  type: z.enum(messageTypes),
  contentType: z.enum(contentTypes),
  externalMessageId: z.string().optional(),
  attachments: z.array(z.string()).optional(),
  paymentContent: z.record(z.string(), z.unknown()).optional(),
  metadata: shownMetadata.optional().meta({ description: 'What a provider told beside the text.' }),
})

/** A message as it stands inside a thread: of an old one some fields may be missing. */
export const summary = replyWithin<SummaryView>()(message.partial().meta({ id: 'MessageSummary' }))

const attempts = z.number().meta({ description: 'How often it was tried to send it.' })

const postedDelivery = z.object({
  reservationId: z.string().optional(),
  status: z.literal('pending'),
  attempts,
  template: z
    .object({
      name: z.string(),
      variables: z.record(z.string(), z.string()).meta({ description: 'By their place, "1", "2", …' }),
      filled: z.array(z.string()).optional().meta({ description: 'Those that were left to us to fill.' }),
    })
    .optional(),
})

export const postedMessage = replyWithin<StoredMessage>()(
  message
    .omit({ metadata: true })
    .extend({
      delivery: postedDelivery.optional().meta({ description: 'Where a send is due.' }),
      forwarding: z
        .object({ status: z.literal('pending'), attempts: z.number() })
        .optional()
        .meta({ description: 'Where the guest platform is told.' }),
    })
    .meta({
      id: 'PostedMessage',
      description: 'As it was stored, without what became of it since.',
    }),
)

const delivery = z.object({
  status: z.enum(deliveryStatuses),
  attempts,
  failure: reason.optional().meta({ description: 'Of `failed` and `unknown`.' }),
  template: z.string().optional(),
})

const readMessage = replyWithin<MessageView>()(
  message
    .extend({
      delivery: delivery.optional(),
      replyTo: z
        .string()
        .optional()
        .meta({ description: 'The message of this thread that it replies to, where that is known.' }),
    })
    .meta({ id: 'Message' }),
)

export const messagesReply = replyWithin<MessagePage>()(
  z
    .object({
      messages: z.array(readMessage).meta({ description: 'Newest first.' }),
      authors: z
        .record(z.string(), z.object({ name: z.string().nullable() }))
        .meta({ description: 'By user id, one for each author of the page.' }),
      nextCursor,
    })
    .meta({ id: 'MessagePage' }),
)
