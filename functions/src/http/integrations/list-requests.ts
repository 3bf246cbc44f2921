import * as z from 'zod'
import { otaNames } from '../../lib/connection/otas.ts'
import { listRequests, type RequestView } from '../../lib/connection/requests/list-requests.ts'
import { clientId } from '../../lib/identifiers.ts'
import { ok } from '../docs.ts'
import { nextCursor, parse, replyOf } from '../handler.ts'
import { route } from '../route.ts'
import { request as example } from './examples.ts'
import { requestFields, sought } from './shapes.ts'

const query = z.object({
  q: sought.optional(),
  status: z.enum(['pending', 'completed', 'rejected']).optional(),
  propertyId: clientId.optional(),
  ota: z.enum(otaNames).optional(),
  cursor: z.string().max(4096).optional(),
})

const request = replyOf<RequestView>()(z.object(requestFields).meta({ id: 'PropertyRequest' }))

export const reply = z.object({ requests: z.array(request), nextCursor }).meta({ id: 'PropertyRequests' })

export const listRequestsRoute = route({
  method: 'GET',
  path: '/api/property-requests',
  access: 'operations',
  answer({ caller, context, request }) {
    return listRequests(context, caller, parse(query, request.query))
  },
  docs: () => ({
    id: 'listRequests',
    summary: 'List connection requests',
    description: 'Newest first; those without a time last. A page may be short while there are more.',
    query,
    answers: ok('A page of them.', reply, { requests: [example], nextCursor: null }),
  }),
})
