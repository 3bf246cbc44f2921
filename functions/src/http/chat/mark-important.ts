import * as z from 'zod'
import { markImportant } from '../../lib/chat/reading/change-thread.ts'
import { clientId } from '../../lib/identifiers.ts'
import { type Handler, parse } from '../handler.ts'

export const body = z.strictObject({ important: z.boolean() })

/** `PUT /chat/threads/:id/important`: the thread is, or is no longer, important to the caller. */
export const handle: Handler = async ({ caller, services, params, request }) => {
  const input = { threadId: parse(clientId, params.id), ...parse(body, request.body) }
  await markImportant(await services.changeThread(), caller, input)
  return { status: 204 }
}
