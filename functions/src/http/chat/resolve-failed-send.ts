import { failedSendId } from '../../lib/chat/delivery/failed-sends.ts'
import { resolveFailedSend } from '../../lib/chat/delivery/resolve-failed-send.ts'
import { done } from '../docs.ts'
import { messageIn } from '../handler.ts'
import { route } from '../route.ts'

export const resolveFailedSendRoute = route({
  method: 'POST',
  path: '/chat/threads/:id/messages/:messageId/resolve',
  access: 'staff',
  async handle({ caller, context, params }) {
    const ref = messageIn(params)
    await resolveFailedSend(context, caller, failedSendId(ref))
    return { status: 204, about: ref }
  },
  docs: () => ({
    id: 'resolveFailedSend',
    summary: 'Say that a message that did not get through is dealt with',
    description: 'Its mark leaves the thread, and its line To do. Again changes nothing.',
    answers: done('It is resolved.'),
    codes: ['not-found'],
  }),
})
