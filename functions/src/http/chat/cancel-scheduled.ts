import { cancelScheduled } from '../../lib/chat/scheduled/cancel-scheduled.ts'
import { done } from '../docs.ts'
import { messageIn } from '../handler.ts'
import { route } from '../route.ts'

export const cancelScheduledRoute = route({
  method: 'DELETE',
  path: '/chat/threads/:id/scheduled/:messageId',
  access: 'staff',
  async handle({ caller, context, params }) {
    const ref = messageIn(params)
    await cancelScheduled(context, caller, ref)
    return { status: 204, about: ref }
  },
  docs: () => ({
    id: 'cancelScheduled',
    summary: 'Take a scheduled message back',
    description: 'Once this has answered it is not sent. Again changes nothing.',
    answers: done('It is not sent.'),
    codes: ['not-found', 'message-conflict'],
  }),
})
