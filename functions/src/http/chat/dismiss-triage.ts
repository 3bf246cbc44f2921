import { dismissTriage } from '../../lib/chat/inbound/move-triage.ts'
import { clientId } from '../../lib/identifiers.ts'
import { type Handler, parse } from '../handler.ts'

/** `POST /chat/triage/:id/dismiss`: puts a message aside. */
export const handle: Handler = async ({ caller, services, params }) => {
  await dismissTriage(await services.sortTriage(), caller, parse(clientId, params.id))
  return { status: 204 }
}
