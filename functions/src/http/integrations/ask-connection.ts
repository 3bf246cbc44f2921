import * as z from 'zod'
import { otaNames } from '../../lib/connection/otas.ts'
import { askConnection } from '../../lib/connection/requests/ask-connection.ts'
import { clientId } from '../../lib/identifiers.ts'
import { parse } from '../handler.ts'
import { route } from '../route.ts'
import { exampleOta } from './examples.ts'

const body = z.strictObject({ propertyId: clientId, ota: z.enum(otaNames) })
export const reply = z.object({ requestId: z.string() }).meta({ id: 'AskedConnection' })

export const askConnectionRoute = route({
  method: 'POST',
  path: '/api/property-requests',
  access: 'signed-in',
  async handle({ caller, context, request }) {
    return { status: 201, body: await askConnection(context, caller, parse(body, request.body)) }
  },
  docs: () => ({
    id: 'askConnection',
    summary: 'Ask for a connection',
    description: 'It becomes a pending request, one a property and OTA. Again changes nothing.',
    who: 'Operations staff, and landlords for their own properties',
    body: { schema: body, example: { propertyId: 'harbour-view', ota: exampleOta } },
    answers: [
      {
        ...{ status: 201, says: 'The request is pending.', schema: reply },
        example: { requestId: 'asked_harbour-view_booking' },
      },
    ],
    codes: ['property-not-found', 'already-connected'],
  }),
})
