import { withdrawRequest } from '../../lib/connection/requests/ask-connection.ts'
import { done } from '../docs.ts'
import { parse } from '../handler.ts'
import { route } from '../route.ts'
import { documentPath } from './shapes.ts'

export const withdrawRequestRoute = route({
  method: 'DELETE',
  path: '/api/property-requests/:id',
  access: 'signed-in',
  answer({ caller, context, params }) {
    return withdrawRequest(context, caller, parse(documentPath, params).id)
  },
  docs: () => ({
    id: 'withdrawRequest',
    summary: 'Withdraw a connection request',
    description: 'While nobody has connected the property for it.',
    who: 'Operations staff, and landlords for their own properties',
    params: documentPath,
    answers: done('There is no such request any more.'),
    codes: ['not-found', 'connection-in-progress', 'already-connected'],
  }),
})
