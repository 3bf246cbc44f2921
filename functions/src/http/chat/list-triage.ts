import * as z from 'zod'
import type { Actor } from '../../lib/actor.ts'
import { listTriage } from '../../lib/chat/inbound/list-triage.ts'
import { clientId } from '../../lib/identifiers.ts'
import { parse } from '../parse.ts'
import type { Handler } from '../route.ts'

export const triageQuery = z.looseObject({ cursor: clientId.optional() })

/** `GET /chat/triage?cursor=`: the messages that came in and have no home. */
export const handleListTriage: Handler<Actor> = async ({ caller, services, request }) => {
  const { cursor } = parse(triageQuery, request.query)
  return { status: 200, body: await listTriage(await services.listTriage(), caller, { cursor }) }
}
