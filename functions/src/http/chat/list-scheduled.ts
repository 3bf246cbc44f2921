import * as z from 'zod'
import { listScheduled } from '../../lib/chat/scheduled/list-scheduled.ts'
import { ok } from '../docs.ts'
import { idIn } from '../handler.ts'
import { route } from '../route.ts'
import { example, scheduled, scheduledView } from './scheduled-shapes.ts'

export const reply = z.object({ scheduled: z.array(scheduled) }).meta({ id: 'ScheduledMessages' })

export const listScheduledRoute = route({
  method: 'GET',
  path: '/chat/threads/:id/scheduled',
  access: 'staff',
  async answer({ context, params }) {
    const found = await listScheduled(context, idIn(params))
    return { scheduled: found.map(scheduledView) }
  },
  docs: () => ({
    id: 'listScheduled',
    summary: 'List what is to be sent in a thread',
    description: 'By time; also what was not sent, until somebody has dealt with it.',
    answers: ok('The messages.', reply, { scheduled: [example] }),
    codes: ['thread-not-found'],
  }),
})
