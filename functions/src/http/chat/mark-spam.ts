import * as z from 'zod'
import { markSpam } from '../../lib/chat/inbound/mark-spam.ts'
import { clientId } from '../../lib/identifiers.ts'
import { type Handler, parse } from '../handler.ts'

export const body = z.strictObject({ spam: z.boolean() })

/** `PUT /chat/triage/:id/spam {spam}`: what the message's sender writes is spam, or no longer. */
export const handle: Handler = async ({ caller, services, params, request }) => {
  const input = { entryId: parse(clientId, params.id), ...parse(body, request.body) }
  await markSpam(await services.sortTriage(), caller, input)
  return { status: 204 }
}
