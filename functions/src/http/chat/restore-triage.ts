import { restoreTriage } from '../../lib/chat/inbound/move-triage.ts'
import { clientId } from '../../lib/identifiers.ts'
import { type Handler, parse } from '../handler.ts'

/** `POST /chat/triage/:id/restore`: takes back that a message was dismissed, or stood with spam. */
export const handle: Handler = async ({ caller, services, params }) => {
  await restoreTriage(await services.sortTriage(), caller, parse(clientId, params.id))
  return { status: 204 }
}
