import * as z from 'zod'
import { installMessagesApplication } from '../../lib/connection/applications/messages-application.ts'
import { clientId } from '../../lib/identifiers.ts'
import { ok } from '../docs.ts'
import { parse } from '../handler.ts'
import { route } from '../route.ts'
import { messagesApplication as reply } from './shapes.ts'

const body = z.strictObject({ installed: z.literal(true) })

export const installMessagesApplicationRoute = route({
  method: 'PUT',
  path: '/api/properties/:id/messages-application',
  access: 'operations',
  async handle({ caller, context, params, request }) {
    const propertyId = parse(clientId, params.id)
    parse(body, request.body)
    return { status: 200, body: await installMessagesApplication(context, caller, propertyId) }
  },
  docs: () => ({
    id: 'installMessagesApplication',
    summary: "Have guests' messages at OTAs come in",
    description:
      'Installs the application at the channel manager, which costs money from then on: show its price first. Asked for again it changes nothing.',
    body: { schema: body, example: { installed: true } },
    answers: ok('It is installed.', reply, { installed: true, price: 700, currency: 'USD' }),
    codes: [
      'property-not-found',
      'channel-manager-connection-missing',
      'property-incomplete',
      'connection-in-progress',
      'provider-timeout',
    ],
  }),
})
