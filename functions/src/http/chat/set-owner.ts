import * as z from 'zod'
import { setOwner } from '../../lib/chat/desk/change-desk.ts'
import { userId } from '../../lib/identifiers.ts'
import { done } from '../docs.ts'
import { idIn, parse } from '../handler.ts'
import { route } from '../route.ts'

const body = z.strictObject({
  userId: userId.nullable(),
  undo: z.boolean().optional().meta({ description: 'Takes a gift back: nobody is called.' }),
})

export const setOwnerRoute = route({
  method: 'PUT',
  path: '/chat/threads/:id/owner',
  access: 'staff',
  answer({ caller, context, params, request }) {
    return setOwner(context, caller, { threadId: idIn(params), ...parse(body, request.body) })
  },
  docs: () => ({
    id: 'setOwner',
    summary: 'Say who looks after a thread',
    description:
      'Null gives it back to the queue of its team. Who is given a thread by somebody else has to attend, and whoever had it not because of it any more.',
    body: { schema: body, example: { userId: 'sam' } },
    answers: done('It is theirs.'),
    codes: ['thread-not-found'],
  }),
})
