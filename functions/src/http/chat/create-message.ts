import { createMessage } from '../../lib/chat/posting/create-message.ts'
import { clientId } from '../../lib/identifiers.ts'
import { type Handler, parse } from '../handler.ts'
import { messageReply } from './message-shapes.ts'

/** `POST /chat/threads/:id/messages` (specification B1). */
export const handle: Handler = async ({ caller, services, params, request }) => {
  const threadId = parse(clientId, params.id)
  const deps = await services.createMessage()
  const post = parse(deps.body, request.body)
  return messageReply(await createMessage(deps, caller, { ...post, threadId }))
}
