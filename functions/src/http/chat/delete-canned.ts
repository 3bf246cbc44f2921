import { deleteCanned } from '../../lib/chat/canned/delete-canned.ts'
import { done } from '../docs.ts'
import { idIn } from '../handler.ts'
import { route } from '../route.ts'

export const deleteCannedRoute = route({
  method: 'DELETE',
  path: '/chat/canned-replies/:id',
  access: 'staff',
  answer({ caller, context, params }) {
    return deleteCanned(context, caller, idIn(params))
  },
  docs: () => ({
    id: 'deleteCannedReply',
    summary: 'Delete a canned reply',
    description: 'With its files. What was sent by it stays as it is.',
    answers: done('It is not there.'),
  }),
})
