import { mostCanned } from '../../lib/chat/canned/canned.ts'
import { listCanned } from '../../lib/chat/canned/list-canned.ts'
import { ok } from '../docs.ts'
import { route } from '../route.ts'
import { cannedExample, cannedList } from './canned-shapes.ts'

export const listCannedRoute = route({
  method: 'GET',
  path: '/chat/canned-replies',
  access: 'staff',
  answer({ context }) {
    return listCanned(context)
  },
  docs: () => ({
    id: 'listCannedReplies',
    summary: 'Read the canned replies of the team',
    description: `By name, with who changed each last and when; there are ${mostCanned} at most.`,
    answers: ok('The replies.', cannedList, {
      replies: [cannedExample],
      authors: { olivia: { name: 'Olivia Ferrer' } },
    }),
  }),
})
