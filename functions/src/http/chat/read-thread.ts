import * as z from 'zod'
import type { Actor } from '../../lib/actor.ts'
import { readThread } from '../../lib/chat/reading/read-thread.ts'
import { clientId } from '../../lib/identifiers.ts'
import { parse } from '../parse.ts'
import type { Handler } from '../route.ts'

export const threadQuery = z.object({
  text: z.string().max(1600).optional().meta({ description: 'A text somebody thinks of sending.' }),
})

/** `GET /chat/threads/:id?text=`: the thread as the caller may see it, and what that text would take as an SMS. */
export const handleReadThread: Handler<Actor> = async ({ caller, services, params, request }) => {
  const threadId = parse(clientId, params.id)
  const input = { ...parse(threadQuery, request.query), threadId }
  return { status: 200, body: await readThread(await services.readThread(), caller, input) }
}
