import { unmergeThread } from '../../lib/chat/merging/unmerge-thread.ts'
import { clientId } from '../../lib/identifiers.ts'
import { done } from '../docs.ts'
import { parse } from '../handler.ts'
import { route } from '../route.ts'

export const unmergeThreadRoute = route({
  method: 'POST',
  path: '/chat/threads/:id/unmerge',
  access: 'staff',
  async handle({ caller, context, params }) {
    await unmergeThread(context, caller, parse(clientId, params.id))
    return { status: 204 }
  },
  docs: () => ({
    id: 'unmergeThread',
    summary: 'Take a merged thread apart again',
    description: 'What was written meanwhile stays where it is.',
    who: 'Staff',
    answers: done('It is not merged.'),
    codes: ['thread-not-found'],
  }),
})
