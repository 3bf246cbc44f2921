import * as z from 'zod'
import { deliveryStatuses } from '../../lib/chat/message.ts'
import { cursor } from '../../lib/chat/reading/cursor.ts'
import type { MessageView } from '../../lib/chat/reading/message-view.ts'
import { type MessagePage, readMessages } from '../../lib/chat/reading/read-messages.ts'
import { clientId } from '../../lib/identifiers.ts'
import { type Handler, nextCursor, parse, reason, replyWithin } from '../handler.ts'
import { attempts } from './message-shapes.ts'
import { shownMessage } from './shown-message.ts'

export const query = z.object({
  limit: z
    .string()
    .regex(/^[1-9]\d?$|^100$/, 'must be 1 to 100')
    .transform(Number)
    .prefault('50'),
  before: cursor.optional(),
})

const delivery = z.object({
  status: z.enum(deliveryStatuses),
  attempts,
  failure: reason.optional().meta({ description: 'Of `failed` and `unknown`.' }),
  template: z.string().optional(),
})

const readMessage = replyWithin<MessageView>()(
  shownMessage
    .extend({
      delivery: delivery.optional(),
      replyTo: z
        .string()
        .optional()
        .meta({ description: 'The message of this thread that it replies to, where that is known.' }),
    })
    .meta({ id: 'Message' }),
)

export const reply = replyWithin<MessagePage>()(
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

/** `GET /chat/threads/:id/messages?limit=&before=`: messages, newest first, and the names of their authors. */
export const handle: Handler = async ({ caller, services, params, request }) => {
  const input = { threadId: parse(clientId, params.id), ...parse(query, request.query) }
  return { status: 200, body: await readMessages(await services.readMessages(), caller, input) }
}
