import * as z from 'zod'
import { otaNames } from '../../lib/connection/otas.ts'
import { listRequests, type RequestView } from '../../lib/connection/requests/list-requests.ts'
import { clientId } from '../../lib/identifiers.ts'
import { type Handler, nextCursor, parse, replyOf } from '../handler.ts'
import { requestFields } from './shapes.ts'

export const query = z.object({
  status: z.enum(['pending', 'completed', 'rejected']).optional(),
  propertyId: clientId.optional(),
  ota: z.enum(otaNames).optional(),
  cursor: z.string().max(4096).optional(),
})

const request = replyOf<RequestView>()(z.object(requestFields).meta({ id: 'PropertyRequest' }))

export const reply = z.object({ requests: z.array(request), nextCursor }).meta({ id: 'PropertyRequests' })

/** `GET /api/property-requests?status=&propertyId=&ota=&cursor=`: what landlords and operations asked to connect. */
export const handle: Handler = async ({ services, request }) => {
  const filter = parse(query, request.query)
  return { status: 200, body: await listRequests(await services.propertyRequests(), filter) }
}
