import * as z from 'zod'
import { contentTypes, messageTypes } from '../../lib/chat/message.ts'

/** What every reply says of a message. */
export const message = z.object({
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
})

export const attempts = z.number().meta({ description: 'How often it was tried to send it.' })
