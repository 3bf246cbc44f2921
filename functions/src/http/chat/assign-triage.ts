import * as z from 'zod'
import { assignTriage } from '../../lib/chat/inbound/assign-triage.ts'
import { clientId, documentId } from '../../lib/identifiers.ts'
import { done } from '../docs.ts'
import { idIn, parse } from '../handler.ts'
import { route } from '../route.ts'

const body = z.union([
  z.strictObject({ threadId: clientId }),
  z.strictObject({ reservationId: documentId }),
  z.strictObject({ guestId: documentId }),
])

export const assignTriageRoute = route({
  method: 'POST',
  path: '/chat/triage/:id/assign',
  access: 'signed-in',
  answer({ caller, context, params, request }) {
    return assignTriage(context, caller, { entryId: idIn(params), ...parse(body, request.body) })
  },
  docs: () => ({
    id: 'assignTriage',
    summary: 'Give a message its thread',
    description:
      'All messages of its sender by that channel are stored there, and the sender is remembered. One of a guest with stays at several landlords goes alone. With `reservationId` or `guestId` it goes to the thread of that stay or guest.',
    who: 'Staff',
    body: { schema: body, example: { threadId: 'guest-maria' } },
    answers: done('They are stored.'),
    codes: ['not-found', 'thread-not-found', 'message-conflict', 'thread-merged', 'thread-busy'],
  }),
})
