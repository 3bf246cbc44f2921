import { dismissTriage } from '../../lib/chat/inbound/move-triage.ts'
import { done } from '../docs.ts'
import { idIn } from '../handler.ts'
import { route } from '../route.ts'

export const dismissTriageRoute = route({
  method: 'POST',
  path: '/chat/triage/:id/dismiss',
  access: 'signed-in',
  answer({ caller, context, params }) {
    return dismissTriage(context, caller, idIn(params))
  },
  docs: () => ({
    id: 'dismissTriage',
    summary: 'Dismiss a message in triage',
    description: 'It is kept among the dismissed ones, from where it can be restored or assigned.',
    who: 'Staff',
    answers: done('It is dismissed.'),
    codes: ['not-found', 'message-conflict'],
  }),
})
