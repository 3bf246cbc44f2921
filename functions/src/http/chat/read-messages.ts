import * as z from 'zod'
import type { Actor } from '../../lib/actor.ts'
import { cursor } from '../../lib/chat/reading/cursor.ts'
import { readMessages } from '../../lib/chat/reading/read-messages.ts'
import { clientId } from '../../lib/identifiers.ts'
import { parse } from '../parse.ts'
import type { Handler } from '../route.ts'

export const messagesQuery = z.object({
  limit: z
    .string()
    .regex(/^[1-9]\d?$|^100$/, 'must be 1 to 100')
    .transform(Number)
    .prefault('50'),
  before: cursor.optional(),
})

/** `GET /chat/threads/:id/messages?limit=&before=`: messages, newest first, and the names of their authors. */
export const handleReadMessages: Handler<Actor> = async ({ caller, services, params, request }) => {
  const threadId = parse(clientId, params.id)
  const input = { ...parse(messagesQuery, request.query), threadId }
  return { status: 200, body: await readMessages(await services.readMessages(), caller, input) }
}
