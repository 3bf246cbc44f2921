import * as z from 'zod'
import { deliveryStatuses } from '../../lib/chat/message.ts'
import type { MessageView } from '../../lib/chat/reading/message-view.ts'
import { type MessagePage, readMessages } from '../../lib/chat/reading/read-messages.ts'
import { reason } from '../../lib/shapes.ts'
import { ok } from '../docs.ts'
import { idIn, nextCursor, parse, replyWithin } from '../handler.ts'
import { route } from '../route.ts'
import { readers, shown } from './examples.ts'
import { attempts } from './message-shapes.ts'
import { shownMessage } from './shown-message.ts'

const query = z.object({
  limit: z
    .string()
    .regex(/^[1-9]\d?$|^100$/, 'must be 1 to 100')
    .transform(Number)
    .prefault('50'),
  before: z.string().max(4096).optional(),
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

const reply = replyWithin<MessagePage>()(
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

export const readMessagesRoute = route({
  method: 'GET',
  path: '/chat/threads/:id/messages',
  access: 'signed-in',
  answer({ caller, context, params, request }) {
    return readMessages(context, caller, { threadId: idIn(params), ...parse(query, request.query) })
  },
  docs: () => ({
    id: 'readMessages',
    summary: "Read a thread's messages",
    description: 'Newest first. Notes are for staff alone.',
    who: readers,
    query,
    answers: ok('A page of messages, and who wrote them.', reply, {
      messages: [{ ...shown, delivery: { status: 'delivered', attempts: 1 } }],
      authors: { olivia: { name: 'Olivia' } },
      nextCursor: null,
    }),
    codes: ['thread-not-found'],
  }),
})
