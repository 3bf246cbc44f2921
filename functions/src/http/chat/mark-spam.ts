import * as z from 'zod'
import { markSpam } from '../../lib/chat/inbound/mark-spam.ts'
import { clientId } from '../../lib/identifiers.ts'
import { done } from '../docs.ts'
import { parse } from '../handler.ts'
import { route } from '../route.ts'

const body = z.strictObject({ spam: z.boolean() })

export const markSpamRoute = route({
  method: 'PUT',
  path: '/chat/triage/:id/spam',
  access: 'signed-in',
  async handle({ caller, context, params, request }) {
    const input = { entryId: parse(clientId, params.id), ...parse(body, request.body) }
    await markSpam(context, caller, input)
    return { status: 204 }
  },
  docs: () => ({
    id: 'markSpam',
    summary: 'Mark the sender of a message as spam',
    description:
      'What waits of the sender, and what comes later and finds no thread, stands apart from the open ones; `false` takes it back. What belongs to a thread still goes there.',
    who: 'Staff',
    body: { schema: body, example: { spam: true } },
    answers: done('The sender is marked.'),
    codes: ['not-found'],
  }),
})
