import * as z from 'zod'
import { type TriageView, triageReasons } from '../../lib/chat/inbound/triage.ts'
import { messageMetadata } from '../../lib/chat/message.ts'
import { nextCursor, replyOf } from '../reply.ts'

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
      receivedAt: z.date(),
    })
    .meta({ id: 'TriageEntry' }),
)

export const triageReply = z.object({ entries: z.array(entry), nextCursor }).meta({ id: 'Triage' })
