import * as z from 'zod'
import { otaNames } from '../../lib/connection/otas.ts'
import { clientId } from '../../lib/identifiers.ts'
import { takeBackConnection } from '../../lib/landlord/ask-connection.ts'
import { done } from '../docs.ts'
import { parse } from '../handler.ts'
import { route } from '../route.ts'

const ota = z.enum(otaNames)

export const takeBackConnectionRoute = route({
  method: 'DELETE',
  path: '/api/landlord/requests/:id/:ota',
  access: 'landlord',
  async handle({ caller, context, params }) {
    const about = { propertyId: parse(clientId, params.id), ota: parse(ota, params.ota) }
    await takeBackConnection(context, caller, about)
    return { status: 204 }
  },
  docs: () => ({
    id: 'takeBackConnection',
    summary: 'Take back what was asked for',
    description: 'While nobody has connected the property for it. Again changes nothing.',
    answers: done('There is no such request any more.'),
    codes: ['property-not-found', 'connection-in-progress', 'already-connected'],
  }),
})
