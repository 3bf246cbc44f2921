import { changeParticipant } from '../../lib/chat/change-participant.ts'
import { userId } from '../../lib/identifiers.ts'
import { done } from '../docs.ts'
import { idIn, parse } from '../handler.ts'
import { route } from '../route.ts'

export const addParticipantRoute = route({
  method: 'PUT',
  path: '/chat/threads/:id/participants/:uid',
  access: 'staff',
  async answer({ caller, context, params }) {
    const about = { threadId: idIn(params), userId: parse(userId, params.uid) }
    await changeParticipant(context, caller, { ...about, isAdded: true })
  },
  docs: () => ({
    id: 'addParticipant',
    summary: 'Add a participant to a thread',
    description: 'As a member, however they joined before. Also brings back who was removed.',
    answers: done('They are a member.'),
    codes: ['thread-not-found'],
  }),
})
