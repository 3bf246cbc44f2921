import type { Actor } from '../lib/actor.ts'
import { readThread } from '../lib/chat/reading/read-thread.ts'
import { clientId } from '../lib/identifiers.ts'
import { parse } from './parse.ts'
import type { Handler } from './route.ts'

/** `GET /chat/threads/:id`: the thread as the caller may see it. */
export const handleReadThread: Handler<Actor> = async ({ caller, services, params }) => {
  const threadId = parse(clientId, params.id)
  return { status: 200, body: await readThread(await services.readThread(), caller, threadId) }
}
