import { listChannels } from '../../lib/connection/channels/list-channels.ts'
import { clientId } from '../../lib/identifiers.ts'
import { operationsOnly } from '../operations-only.ts'
import { parse } from '../parse.ts'

/** `GET /api/properties/:id/channels`: a property's channels, and what disconnecting each would do. */
export const handleListChannels = operationsOnly(async ({ services, params }) => {
  const propertyId = parse(clientId, params.id)
  return { status: 200, body: await listChannels(await services.listChannels(), propertyId) }
})
