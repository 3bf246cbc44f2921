import * as z from 'zod'
import { mergeThread } from '../../lib/chat/merging/merge-thread.ts'
import { clientId } from '../../lib/identifiers.ts'
import { done } from '../docs.ts'
import { idIn, parse } from '../handler.ts'
import { route } from '../route.ts'

const body = z.strictObject({
  threadId: clientId.meta({ description: 'Where everything new of the guest goes.' }),
})

export const mergeThreadRoute = route({
  method: 'POST',
  path: '/chat/threads/:id/merge',
  access: 'staff',
  answer({ caller, context, params, request }) {
    const threadId = idIn(params)
    const { threadId: into } = parse(body, request.body)
    return mergeThread(context, caller, { threadId, into })
  },
  docs: () => ({
    id: 'mergeThread',
    summary: 'Say that a thread is of the same guest as another',
    description:
      'No message moves, and both threads answer. What the guest writes by a channel, their bookings and whoever opens their thread lead to the other one. A wait stays where the guest began it.',
    body: { schema: body, example: { threadId: 'guest-maria' } },
    answers: done('It is merged.'),
    codes: ['thread-not-found', 'thread-merged'],
  }),
})
