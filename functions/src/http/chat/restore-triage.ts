import { restoreTriage } from '../../lib/chat/inbound/move-triage.ts'
import { clientId } from '../../lib/identifiers.ts'
import { done } from '../docs.ts'
import { parse } from '../handler.ts'
import { route } from '../route.ts'

export const restoreTriageRoute = route({
  method: 'POST',
  path: '/chat/triage/:id/restore',
  access: 'signed-in',
  async handle({ caller, context, params }) {
    await restoreTriage(context, caller, parse(clientId, params.id))
    return { status: 204 }
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
