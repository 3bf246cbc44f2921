import * as z from 'zod'
import { channelNames } from '../../lib/chat/channels/names.ts'
import { listTriage, type TriageView, triageReasons } from '../../lib/chat/inbound/triage.ts'
import { messageMetadata } from '../../lib/chat/message.ts'
import { clientId } from '../../lib/identifiers.ts'
import { ok } from '../docs.ts'
import { nextCursor, parse, replyOf } from '../handler.ts'
import { route } from '../route.ts'

const query = z.looseObject({
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
      channel: z.enum(channelNames),
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

const example = {
  id: 'SM00000000000000000000000000000001',
  channel: 'chatapp',
  from: '+15005550100',
  profileName: 'Guest',
  body: 'It is Maria, this is my new number.',
  attachments: [],
  reason: 'several-landlords',
  candidates: [
    {
      threadId: 'guest-maria',
      guestName: 'Maria Rossi',
      propertyName: 'Lake House',
      arrival: '2026-11-20',
      departure: '2026-11-24',
    },
  ],
  receivedAt: '2026-11-21T09:00:00.000Z',
}

export const listTriageRoute = route({
  method: 'GET',
  path: '/chat/triage',
  access: 'staff',
  answer({ caller, context, request }) {
    const { status, order, cursor } = parse(query, request.query)
    return listTriage(context, caller, { status, order, cursor })
  },
  docs: () => ({
    id: 'listTriage',
    summary: 'List messages that could not be routed',
    description:
      'What came in without a clear thread, with the threads it may belong to where some are known. Dismissed messages and those of senders of spam are listed apart.',
    query,
    answers: ok('A page of them.', reply, { entries: [example], nextCursor: null }),
  }),
})
