import * as z from 'zod'
import { otaNames } from '../../lib/connection/otas.ts'
import { listRequests } from '../../lib/connection/requests/list-requests.ts'
import { clientId } from '../../lib/identifiers.ts'
import { operationsOnly } from '../operations-only.ts'
import { parse } from '../parse.ts'

export const requestsQuery = z.looseObject({
  status: z.enum(['pending', 'completed', 'rejected']).optional(),
  propertyId: clientId.optional(),
  ota: z.enum(otaNames).optional(),
  cursor: z.string().max(4096).optional(),
})

/** `GET /api/property-requests?status=&propertyId=&ota=&cursor=`: what landlords and operations asked to connect. */
export const handleListRequests = operationsOnly(async ({ services, request }) => {
  const { status, propertyId, ota, cursor } = parse(requestsQuery, request.query)
  const filter = { status, propertyId, ota, cursor }
  return { status: 200, body: await listRequests(await services.propertyRequests(), filter) }
})
