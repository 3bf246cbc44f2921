import * as z from 'zod'
import { messageFiles } from '../../lib/chat/message.ts'
import { type Scheduled, scheduledStates } from '../../lib/chat/scheduled/scheduled.ts'
import { reason } from '../../lib/shapes.ts'

export const scheduled = z
  .object({
    messageId: z.string(),
    authorId: z.string(),
    type: z.string(),
    body: z.string(),
    reservationId: z.string().nullable(),
    files: messageFiles,
    sendAt: z.date(),
    status: z.enum(scheduledStates),
    failure: reason.nullable().meta({ description: 'Why it was not sent, and what to do.' }),
  })
  .meta({ id: 'ScheduledMessage' })

export const scheduledView = (one: Scheduled): z.output<typeof scheduled> => ({
  messageId: one.messageId,
  authorId: one.authorId,
  type: one.type,
  body: one.body,
  reservationId: one.reservationId ?? null,
  ...(one.files && { files: one.files }),
  sendAt: one.sendAt,
  status: one.status,
  failure: one.failure ?? null,
})

export const example = {
  messageId: 'm-17',
  authorId: 'sam',
  type: 'chatapp-message',
  body: 'Your room is ready.',
  reservationId: null,
  sendAt: '2026-12-01T09:00:00.000Z',
  status: 'waiting',
  failure: null,
}
