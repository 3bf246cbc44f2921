import { retryMessage } from '../../lib/chat/delivery/retry-message.ts'
import { clientId } from '../../lib/identifiers.ts'
import { type Handler, parse } from '../handler.ts'

/** `POST /chat/threads/:id/messages/:messageId/retry`: sends a message again that did not get through. */
export const handle: Handler = async ({ caller, services, params }) => {
  const ref = { threadId: parse(clientId, params.id), messageId: parse(clientId, params.messageId) }
  await retryMessage(await services.retryMessage(), caller, ref)
  return { status: 202, about: ref }
}
