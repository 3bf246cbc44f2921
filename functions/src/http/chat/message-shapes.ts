import * as z from 'zod'
import { messageFiles, postedFields, type StoredMessage } from '../../lib/chat/message.ts'
import type { CreateMessageResult } from '../../lib/chat/posting/create-message.ts'
import { type Reply, replyWithin } from '../handler.ts'

/** What every reply says of a message. */
export const message = z.object({
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

const postedDelivery = z.object({
  reservationId: z.string().optional(),
  status: z.literal('pending'),
  attempts,
  template: z
    .object({
      name: z.string(),
      variables: z.record(z.string(), z.string()).meta({ description: 'By their place, "1", "2", …' }),
      filled: z.array(z.string()).optional().meta({ description: 'Those that were left to us to fill.' }),
      optIn: z.string().optional(),
    })
    .optional(),
})

export const reply = replyWithin<StoredMessage>()(
  message
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

/** The stored message; one that an earlier request stored is said to be replayed. */
export const messageReply = ({ message, replayed }: CreateMessageResult): Reply => {
  const { threadId, messageId } = message
  // No line of the log names a note.
  const about = message.type === 'note' ? { threadId } : { threadId, messageId }
  return replayed
    ? { status: 200, body: message, about, headers: { 'Idempotent-Replayed': 'true' } }
    : { status: 201, body: message, about }
}
