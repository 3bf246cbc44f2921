import { changeParticipant } from '../../lib/chat/change-participant.ts'
import { clientId, userId } from '../../lib/identifiers.ts'
import { done } from '../docs.ts'
import { parse } from '../handler.ts'
import { route } from '../route.ts'

export const addParticipantRoute = route({
  method: 'PUT',
  path: '/chat/threads/:id/participants/:uid',
  access: 'staff',
  async handle({ caller, context, params }) {
    const about = { threadId: parse(clientId, params.id), userId: parse(userId, params.uid) }
    await changeParticipant(context, caller, { ...about, isAdded: true })
    return { status: 204 }
  },
  docs: () => ({
    id: 'addParticipant',
    summary: 'Add a participant to a thread',
    description: 'As a member, however they joined before. Also brings back who was removed.',
    who: 'Staff',
    answers: done('They are a member.'),
    codes: ['thread-not-found'],
  }),
})
