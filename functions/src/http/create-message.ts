import type { Actor } from '../lib/actor.ts'
import { createMessage } from '../lib/chat/create-message.ts'
import { postBody } from '../lib/chat/post-input.ts'
import { clientId } from '../lib/identifiers.ts'
import { parse } from './parse.ts'
import type { Handler } from './route.ts'

/** `POST /chat/threads/:id/messages` (specification B1). */
export const handleCreateMessage: Handler<Actor> = async ({ caller, services, params, body }) => {
  const threadId = parse(clientId, params.id)
  const post = parse(postBody(services.chatLimits()), body)
  const { message, replayed } = await createMessage(await services.createMessage(), caller, {
    ...post,
    threadId,
  })
  return replayed
    ? { status: 200, body: message, headers: { 'Idempotent-Replayed': 'true' } }
    : { status: 201, body: message }
}
