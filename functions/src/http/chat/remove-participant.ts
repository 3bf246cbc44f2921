import { changeParticipant } from '../../lib/chat/change-participant.ts'
import { clientId, userId } from '../../lib/identifiers.ts'
import { done } from '../docs.ts'
import { parse } from '../handler.ts'
import { route } from '../route.ts'

export const removeParticipantRoute = route({
  method: 'DELETE',
  path: '/chat/threads/:id/participants/:uid',
  access: 'staff',
  async handle({ caller, context, params }) {
    const about = { threadId: parse(clientId, params.id), userId: parse(userId, params.uid) }
    await changeParticipant(context, caller, { ...about, isAdded: false })
    return { status: 204 }
  },
  docs: () => ({
    id: 'removeParticipant',
    summary: 'Remove a participant from a thread',
    description: 'They neither read nor post there until they are added again. What they wrote stays.',
    who: 'Staff',
    answers: done('They are out.'),
    codes: ['thread-not-found'],
  }),
})
