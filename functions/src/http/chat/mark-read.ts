import * as z from 'zod'
import { markRead } from '../../lib/chat/reading/change-thread.ts'
import { done } from '../docs.ts'
import { idIn, parse } from '../handler.ts'
import { route } from '../route.ts'
import { posted } from './examples.ts'

const body = z.strictObject({
  lastMessageId: z
    .string()
    .min(1)
    .max(1500)
    .optional()
    .meta({ description: 'The newest message that was seen.' }),
  lastFailureId: z
    .string()
    .min(1)
    .max(2000)
    .nullish()
    .meta({ description: 'That of the thread, as it was seen.' }),
})

export const markReadRoute = route({
  method: 'POST',
  path: '/chat/threads/:id/read',
  access: 'signed-in',
  answer({ caller, context, params, request }) {
    return markRead(context, caller, { threadId: idIn(params), ...parse(body, request.body ?? {}) })
  },
  docs: () => ({
    id: 'markRead',
    summary: 'Mark a thread read',
    description:
      'Up to the message and the failure that are named, or all there is now. Nothing is cleared when something newer has come.',
    who: 'Participants and staff',
    body: { schema: body, isOptional: true, example: { lastMessageId: posted.messageId } },
    answers: done('It is marked.'),
    codes: ['thread-not-found', 'rate-limited', 'thread-busy'],
  }),
})
