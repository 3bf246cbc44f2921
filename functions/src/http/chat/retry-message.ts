import { retryMessage } from '../../lib/chat/delivery/retry-message.ts'
import { messageIn } from '../handler.ts'
import { route } from '../route.ts'

export const retryMessageRoute = route({
  method: 'POST',
  path: '/chat/threads/:id/messages/:messageId/retry',
  access: 'signed-in',
  async handle({ caller, context, params }) {
    const ref = messageIn(params)
    await retryMessage(context, caller, ref)
    return { status: 202, about: ref }
  },
  docs: () => ({
    id: 'retryMessage',
    summary: 'Send a message again',
    description: 'One whose send failed, or whose outcome stayed unknown.',
    who: 'Staff',
    answers: [{ status: 202, says: 'It is being sent.' }],
    codes: ['not-found', 'not-retryable'],
  }),
})
