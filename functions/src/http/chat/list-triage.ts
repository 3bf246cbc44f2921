import * as z from 'zod'
import { listTriage, type TriageView, triageReasons } from '../../lib/chat/inbound/triage.ts'
import { messageMetadata } from '../../lib/chat/message.ts'
import { clientId } from '../../lib/identifiers.ts'
import { type Handler, nextCursor, parse, replyOf } from '../handler.ts'

export const query = z.looseObject({
  status: z.enum(['open', 'dismissed', 'spam']).default('open'),
  order: z.enum(['newest', 'oldest']).default('oldest'),
  cursor: clientId.optional(),
})

const candidateView = z.object({
  threadId: z.string(),
  guestName: z.string().nullable(),
  propertyName: z.string().nullable(),
  arrival: z.string().nullable(),
  departure: z.string().nullable(),
})

const entry = replyOf<TriageView>()(
  z
    .object({
      id: z.string(),
      channel: z.enum(['chatapp', 'sms']),
      from: z.string(),
      profileName: z.string().optional(),
      body: z.string(),
      attachments: z.array(z.string()),
      metadata: messageMetadata.optional(),
      reason: z.enum(triageReasons),
      candidates: z.array(candidateView).optional(),
      receivedAt: z.date(),
    })
    .meta({ id: 'TriageEntry' }),
)

export const reply = z.object({ entries: z.array(entry), nextCursor }).meta({ id: 'Triage' })

/** `GET /chat/triage?status=&order=&cursor=`: the messages that could not be routed. */
export const handle: Handler = async ({ services, request }) => {
  const { status, order, cursor } = parse(query, request.query)
  return { status: 200, body: await listTriage(await services.listTriage(), { status, order, cursor }) }
}
