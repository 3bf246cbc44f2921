import * as z from 'zod'
import type { Actor } from '../lib/actor.ts'
import { markRead } from '../lib/chat/reading/mark-read.ts'
import { clientId } from '../lib/identifiers.ts'
import { parse } from './parse.ts'
import type { Handler } from './route.ts'

const readBody = z.strictObject({ lastMessageId: z.string().min(1).max(1500).optional() })

/** `POST /chat/threads/:id/read`: the caller has read the thread, up to that message if one is named. */
export const handleMarkRead: Handler<Actor> = async ({ caller, services, params, body }) => {
  const threadId = parse(clientId, params.id)
  const { lastMessageId } = parse(readBody, body ?? {})
  await markRead(await services.changeThread(), caller, { threadId, lastMessageId })
  return { status: 204 }
}
