import { changeParticipant } from '../../lib/chat/change-participant.ts'
import { userId } from '../../lib/identifiers.ts'
import { done } from '../docs.ts'
import { idIn, parse } from '../handler.ts'
import { route } from '../route.ts'

export const removeParticipantRoute = route({
  method: 'DELETE',
  path: '/chat/threads/:id/participants/:uid',
  access: 'staff',
  async answer({ caller, context, params }) {
    const about = { threadId: idIn(params), userId: parse(userId, params.uid) }
    await changeParticipant(context, caller, { ...about, isAdded: false })
  },
  docs: () => ({
    id: 'removeParticipant',
    summary: 'Remove a participant from a thread',
    description: 'They neither read nor post there until they are added again. What they wrote stays.',
    answers: done('They are out.'),
    codes: ['thread-not-found'],
  }),
})
