import { readRequest } from '../../lib/connection/requests/list-requests.ts'
import { documentId } from '../../lib/identifiers.ts'
import { operationsOnly } from '../operations-only.ts'
import { parse } from '../parse.ts'

/** `GET /api/property-requests/:id`: a request, and how far connecting has come. */
export const handleReadRequest = operationsOnly(async ({ services, params }) => {
  const id = parse(documentId, params.id)
  return { status: 200, body: await readRequest(await services.propertyRequests(), id) }
})
