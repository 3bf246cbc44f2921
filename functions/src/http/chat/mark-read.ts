import * as z from 'zod'
import { markRead } from '../../lib/chat/reading/change-thread.ts'
import { clientId } from '../../lib/identifiers.ts'
import { type Handler, parse } from '../handler.ts'

export const body = z.strictObject({
  lastMessageId: z
    .string()
    .min(1)
    .max(1500)
    .optional()
    .meta({ description: 'The newest message that was seen.' }),
  lastFailureId: z
    .string()
    .min(1)
    .max(2000)
    .nullish()
    .meta({ description: 'That of the thread, as it was seen.' }),
})

/** `POST /chat/threads/:id/read`: the caller has read the thread, up to that message and that failure if they are named. */
export const handle: Handler = async ({ caller, services, params, request }) => {
  const seen = { threadId: parse(clientId, params.id), ...parse(body, request.body ?? {}) }
  await markRead(await services.changeThread(), caller, seen)
  return { status: 204 }
}
