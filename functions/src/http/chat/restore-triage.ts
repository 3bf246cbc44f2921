import { restoreTriage } from '../../lib/chat/inbound/move-triage.ts'
import { done } from '../docs.ts'
import { idIn } from '../handler.ts'
import { route } from '../route.ts'

export const restoreTriageRoute = route({
  method: 'POST',
  path: '/chat/triage/:id/restore',
  access: 'signed-in',
  answer({ caller, context, params }) {
    return restoreTriage(context, caller, idIn(params))
  },
  docs: () => ({
    id: 'restoreTriage',
    summary: 'Restore a message in triage',
    description: 'One that was dismissed, or stands with spam, is among the open ones again.',
    who: 'Staff',
    answers: done('It is open.'),
    codes: ['not-found', 'message-conflict'],
  }),
})
