import * as z from 'zod'
import type { Actor } from '../../lib/actor.ts'
import { otaNames } from '../../lib/connection/otas.ts'
import { listRequests, type RequestView } from '../../lib/connection/requests/list-requests.ts'
import { clientId } from '../../lib/identifiers.ts'
import { parse } from '../parse.ts'
import { nextCursor, replyOf } from '../reply.ts'
import type { Handler } from '../route.ts'
import { requestFields } from './request-shapes.ts'

export const query = z.looseObject({
  status: z.enum(['pending', 'completed', 'rejected']).optional(),
  propertyId: clientId.optional(),
  ota: z.enum(otaNames).optional(),
  cursor: z.string().max(4096).optional(),
})

const request = replyOf<RequestView>()(z.object(requestFields).meta({ id: 'PropertyRequest' }))

export const reply = z.object({ requests: z.array(request), nextCursor }).meta({ id: 'PropertyRequests' })

/** `GET /api/property-requests?status=&propertyId=&ota=&cursor=`: what landlords and operations asked to connect. */
export const handle: Handler<Actor> = async ({ services, request }) => {
  const { status, propertyId, ota, cursor } = parse(query, request.query)
  const filter = { status, propertyId, ota, cursor }
  return { status: 200, body: await listRequests(await services.propertyRequests(), filter) }
}
