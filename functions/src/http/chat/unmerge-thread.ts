import { unmergeThread } from '../../lib/chat/merging/unmerge-thread.ts'
import { done } from '../docs.ts'
import { idIn } from '../handler.ts'
import { route } from '../route.ts'

export const unmergeThreadRoute = route({
  method: 'POST',
  path: '/chat/threads/:id/unmerge',
  access: 'staff',
  answer({ caller, context, params }) {
    return unmergeThread(context, caller, idIn(params))
  },
  docs: () => ({
    id: 'unmergeThread',
    summary: 'Take a merged thread apart again',
    description: 'What was written meanwhile stays where it is.',
    answers: done('It is not merged.'),
    codes: ['thread-not-found'],
  }),
})
