import * as z from 'zod'
import type { Actor } from '../../lib/actor.ts'
import { assignTriage } from '../../lib/chat/inbound/assign-triage.ts'
import { clientId } from '../../lib/identifiers.ts'
import { parse } from '../parse.ts'
import type { Handler } from '../route.ts'

export const body = z.strictObject({ threadId: clientId })

/** `POST /chat/triage/:id/assign {threadId}`: gives a message its home. */
export const handle: Handler<Actor> = async ({ caller, services, params, request }) => {
  const entryId = parse(clientId, params.id)
  const { threadId } = parse(body, request.body)
  await assignTriage(await services.assignTriage(), caller, { entryId, threadId })
  return { status: 204 }
}
