import * as z from 'zod'
import { threadEvents } from '../../lib/chat/desk/thread-events.ts'
import { plainFields } from '../../lib/shapes.ts'
import { ok } from '../docs.ts'
import { idIn } from '../handler.ts'
import { route } from '../route.ts'

const reply = z
  .object({
    events: z.array(
      z.object({
        at: z.date(),
        by: z.string(),
        action: z.string(),
        details: plainFields,
      }),
    ),
  })
  .meta({ id: 'ThreadEvents' })

export const threadEventsRoute = route({
  method: 'GET',
  path: '/chat/threads/:id/events',
  access: 'staff',
  async answer({ context, params }) {
    return { events: await threadEvents(context, idIn(params)) }
  },
  docs: () => ({
    id: 'threadEvents',
    summary: 'Read who did what to a thread',
    description: 'The newest hundred acts, newest first: who owns it, its state, its participants.',
    answers: ok('The acts.', reply, {
      events: [
        {
          ...{ at: '2026-11-24T08:00:00.000Z', by: 'sam', action: 'thread.state' },
          details: { state: 'done', until: null, reason: 'no-answer-needed' },
        },
      ],
    }),
    codes: ['thread-not-found'],
  }),
})
