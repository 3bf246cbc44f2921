import * as z from 'zod'
import { setState } from '../../lib/chat/desk/change-desk.ts'
import { threadStates } from '../../lib/chat/desk/desk.ts'
import { closings } from '../../lib/chat/desk/exchange.ts'
import { sentTime } from '../../lib/shapes.ts'
import { done } from '../docs.ts'
import { idIn, parse } from '../handler.ts'
import { route } from '../route.ts'

const body = z.strictObject({
  state: z.enum(threadStates),
  until: sentTime.optional().meta({ description: 'When a snooze ends.' }),
  reason: z
    .enum(closings)
    .optional()
    .meta({ description: 'Why nobody has to answer: for `done` while the guest waits.' }),
  undo: z
    .boolean()
    .optional()
    .meta({ description: 'Lets a guest wait again whose wait the caller closed within the last minute.' }),
  seenUntil: sentTime.optional().meta({
    description:
      '`createdAt` of the newest message that was seen; refused where a guest waits with a newer one.',
  }),
})

export const setStateRoute = route({
  method: 'PUT',
  path: '/chat/threads/:id/state',
  access: 'staff',
  async answer({ caller, context, params, request }) {
    const threadId = idIn(params)
    await setState(context, caller, { threadId, ...parse(body, request.body) })
  },
  docs: () => ({
    id: 'setState',
    summary: 'Say what is to be done with a thread',
    description:
      'Open, waiting for the guest, snoozed until a time, or done. A snooze moves no deadline. A message of the guest opens it again.',
    body: { schema: body, example: { state: 'done', reason: 'no-answer-needed' } },
    answers: done('It is so.'),
    codes: ['thread-not-found', 'message-conflict'],
  }),
})
