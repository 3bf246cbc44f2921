import * as z from 'zod'
import type { Actor } from '../../lib/actor.ts'
import { markImportant } from '../../lib/chat/reading/mark-important.ts'
import { clientId } from '../../lib/identifiers.ts'
import { parse } from '../parse.ts'
import type { Handler } from '../route.ts'

export const body = z.strictObject({ important: z.boolean() })

/** `PUT /chat/threads/:id/important`: the thread is, or is no longer, important to the caller. */
export const handle: Handler<Actor> = async ({ caller, services, params, request }) => {
  const threadId = parse(clientId, params.id)
  const { important } = parse(body, request.body)
  await markImportant(await services.changeThread(), caller, { threadId, important })
  return { status: 204 }
}
