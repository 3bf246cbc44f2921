import * as z from 'zod'
import { listItems } from '../../lib/items/list-items.ts'
import { ok } from '../docs.ts'
import { parse } from '../handler.ts'
import { reply } from '../integrations/list-items.ts'
import { route } from '../route.ts'

const query = z.object({
  status: z.enum(['open', 'resolved']).default('open'),
  cursor: z.string().max(4096).optional(),
})

export const listFailedSendsRoute = route({
  method: 'GET',
  path: '/chat/failed-sends',
  access: 'staff',
  answer({ caller, context, request }) {
    const asked = parse(query, request.query)
    return listItems(context, caller, { ...asked, kind: 'send-failed' })
  },
  docs: () => ({
    id: 'listFailedSends',
    summary: 'List messages that did not get through',
    description: 'As items, newest first, with `threadId`, `messageId` and `authorId`.',
    query,
    answers: ok('A page of them.', reply),
  }),
})
