import type { Actor } from '../../lib/actor.ts'
import { createMessage } from '../../lib/chat/posting/create-message.ts'
import { clientId } from '../../lib/identifiers.ts'
import { parse } from '../parse.ts'
import type { Handler } from '../route.ts'
import { messageReply } from './posted-message.ts'

/** `POST /chat/threads/:id/messages` (specification B1). */
export const handle: Handler<Actor> = async ({ caller, services, params, request }) => {
  const threadId = parse(clientId, params.id)
  const deps = await services.createMessage()
  const post = parse(deps.body, request.body)
  return messageReply(await createMessage(deps, caller, { ...post, threadId }))
}
