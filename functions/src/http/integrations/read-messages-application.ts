import { readMessagesApplication } from '../../lib/connection/applications/messages-application.ts'
import { ok } from '../docs.ts'
import { idIn } from '../handler.ts'
import { route } from '../route.ts'
import { messagesApplication as reply } from './shapes.ts'

export const readMessagesApplicationRoute = route({
  method: 'GET',
  path: '/api/properties/:id/messages-application',
  access: 'staff',
  answer({ context, params }) {
    return readMessagesApplication(context, idIn(params))
  },
  docs: () => ({
    id: 'readMessagesApplication',
    summary: "Read whether guests' messages at OTAs come in",
    description:
      'The channel manager hands them over for properties that have its application, which costs money and is installed there.',
    answers: ok('The application, and what it costs.', reply, {
      installed: false,
      price: 700,
      currency: 'USD',
    }),
    codes: [
      'property-not-found',
      'channel-manager-connection-missing',
      'property-incomplete',
      'provider-timeout',
    ],
  }),
})
