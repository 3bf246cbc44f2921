import * as z from 'zod'
import { sayPresence } from '../../lib/chat/presence/say-presence.ts'
import { done } from '../docs.ts'
import { idIn, parse } from '../handler.ts'
import { route } from '../route.ts'

const body = z.strictObject({ isWriting: z.boolean() })

export const sayPresenceRoute = route({
  method: 'PUT',
  path: '/chat/threads/:id/presence',
  access: 'staff',
  answer({ caller, context, params, request }) {
    return sayPresence(context, caller, { threadId: idIn(params), ...parse(body, request.body) })
  },
  docs: () => ({
    id: 'sayPresence',
    summary: 'Say that you have a thread open',
    description:
      'Counts for 45 seconds, so it is said about every 20, and when one begins or stops to write. The same again within 20 seconds is not stored. Whether there is such a thread is not looked up.',
    body: { schema: body, example: { isWriting: true } },
    answers: done('The others can see it.'),
  }),
})
