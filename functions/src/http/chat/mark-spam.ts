import * as z from 'zod'
import { markSpam } from '../../lib/chat/inbound/mark-spam.ts'
import { done } from '../docs.ts'
import { idIn, parse } from '../handler.ts'
import { route } from '../route.ts'

const body = z.strictObject({ spam: z.boolean() })

export const markSpamRoute = route({
  method: 'PUT',
  path: '/chat/triage/:id/spam',
  access: 'signed-in',
  answer({ caller, context, params, request }) {
    return markSpam(context, caller, { entryId: idIn(params), ...parse(body, request.body) })
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
