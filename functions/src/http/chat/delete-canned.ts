import { deleteCanned } from '../../lib/chat/canned/delete-canned.ts'
import { clientId } from '../../lib/identifiers.ts'
import { done } from '../docs.ts'
import { parse } from '../handler.ts'
import { route } from '../route.ts'

export const deleteCannedRoute = route({
  method: 'DELETE',
  path: '/chat/canned-replies/:id',
  access: 'staff',
  async handle({ caller, context, params }) {
    await deleteCanned(context, caller, parse(clientId, params.id))
    return { status: 204 }
  },
  docs: () => ({
    id: 'deleteCannedReply',
    summary: 'Delete a canned reply',
    description: 'With its files. What was sent by it stays as it is.',
    who: 'Staff',
    answers: done('It is not there.'),
  }),
})
