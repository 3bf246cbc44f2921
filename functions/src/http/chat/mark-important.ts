import * as z from 'zod'
import { markImportant } from '../../lib/chat/reading/change-thread.ts'
import { clientId } from '../../lib/identifiers.ts'
import { done } from '../docs.ts'
import { parse } from '../handler.ts'
import { route } from '../route.ts'

const body = z.strictObject({ important: z.boolean() })

export const markImportantRoute = route({
  method: 'PUT',
  path: '/chat/threads/:id/important',
  access: 'signed-in',
  async handle({ caller, context, params, request }) {
    const input = { threadId: parse(clientId, params.id), ...parse(body, request.body) }
    await markImportant(context, caller, input)
    return { status: 204 }
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
