import * as z from 'zod'
import { markImportant } from '../../lib/chat/reading/change-thread.ts'
import { done } from '../docs.ts'
import { idIn, parse } from '../handler.ts'
import { route } from '../route.ts'

const body = z.strictObject({ important: z.boolean() })

export const markImportantRoute = route({
  method: 'PUT',
  path: '/chat/threads/:id/important',
  access: 'signed-in',
  answer({ caller, context, params, request }) {
    return markImportant(context, caller, { threadId: idIn(params), ...parse(body, request.body) })
  },
  docs: () => ({
    id: 'markImportant',
    summary: 'Mark a thread important',
    description: 'To the caller alone.',
    who: 'Participants and staff',
    body: { schema: body, example: { important: true } },
    answers: done('It is marked.'),
    codes: ['thread-not-found', 'rate-limited', 'thread-busy'],
  }),
})
