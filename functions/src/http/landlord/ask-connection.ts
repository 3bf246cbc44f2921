import * as z from 'zod'
import { otaNames } from '../../lib/connection/otas.ts'
import { clientId } from '../../lib/identifiers.ts'
import { askConnection } from '../../lib/landlord/ask-connection.ts'
import { parse } from '../handler.ts'
import { route } from '../route.ts'

const body = z.strictObject({ propertyId: clientId, ota: z.enum(otaNames) })
const reply = z.object({ requestId: z.string() }).meta({ id: 'AskedConnection' })

export const askConnectionRoute = route({
  method: 'POST',
  path: '/api/landlord/requests',
  access: 'landlord',
  async handle({ caller, context, request }) {
    return { status: 201, body: await askConnection(context, caller, parse(body, request.body)) }
  },
  docs: () => ({
    id: 'askConnection',
    summary: 'Ask for a connection of an own property',
    description: 'It becomes a pending request, one a property and OTA. Again changes nothing.',
    body: { schema: body, example: { propertyId: 'harbour-view', ota: 'booking' } },
    answers: [
      {
        ...{ status: 201, says: 'The request is pending.', schema: reply },
        example: { requestId: 'asked_harbour-view_booking' },
      },
    ],
    codes: ['validation-failed', 'property-not-found', 'already-connected'],
  }),
})
