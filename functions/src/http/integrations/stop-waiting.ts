import { stopWaiting } from '../../lib/connection/requests/wait-for-acceptance.ts'
import { done } from '../docs.ts'
import { parse } from '../handler.ts'
import { route } from '../route.ts'
import { documentPath } from './shapes.ts'

export const stopWaitingRoute = route({
  method: 'DELETE',
  path: '/api/property-requests/:id/wait',
  access: 'operations',
  answer({ caller, context, params }) {
    return stopWaiting(context, caller, parse(documentPath, params).id)
  },
  docs: () => ({
    id: 'stopWaiting',
    summary: 'Try a request no more by itself',
    description: 'Again changes nothing. What is being connected at that moment is not stopped.',
    params: documentPath,
    answers: done('It is not tried again.'),
    codes: ['not-found', 'connection-in-progress'],
  }),
})
