import * as z from 'zod'
import { assignTriage } from '../../lib/chat/inbound/assign-triage.ts'
import { clientId, documentId } from '../../lib/identifiers.ts'
import { type Handler, parse } from '../handler.ts'

export const body = z.union([
  z.strictObject({ threadId: clientId }),
  z.strictObject({ reservationId: documentId }),
  z.strictObject({ guestId: documentId }),
])

/** `POST /chat/triage/:id/assign {threadId | reservationId | guestId}`: assigns a message to a thread. */
export const handle: Handler = async ({ caller, services, params, request }) => {
  const input = { entryId: parse(clientId, params.id), ...parse(body, request.body) }
  await assignTriage(await services.assignTriage(), caller, input)
  return { status: 204 }
}
