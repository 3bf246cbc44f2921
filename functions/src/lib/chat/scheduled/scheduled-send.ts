import * as z from 'zod'
import type { Revision } from '../../ports.ts'
import { reason, textOrNull } from '../../shapes.ts'
import type { Talk } from '../guest.ts'
import { messageFiles } from '../message.ts'

export const mostScheduled = 20
export const mostDaysAhead = 90
/** Milliseconds after `sendAt`, for another try with the files. */
export const filesWaitMs = 7 * 24 * 60 * 60_000
/** Milliseconds after `sendAt`; then a message is too late. */
export const lateForMs = 2 * 60 * 60_000

const scheduledStates = ['waiting', 'sending', 'sent', 'cancelled', 'not-sent'] as const

/** A different fact stops the message. Null: unknown at scheduling. */
const stayFacts = z.object({
  guestId: textOrNull,
  leadName: textOrNull,
  propertyId: textOrNull,
  roomId: textOrNull,
  arrival: textOrNull,
  departure: textOrNull,
})
type StayFacts = z.infer<typeof stayFacts>

export const factsOf = (stay: Talk['stay']): StayFacts =>
  stayFacts.parse({ ...stay, leadName: stay?.leadGuest?.name })

export const storedScheduled = z.looseObject({
  threadId: z.string(),
  messageId: z.string(),
  authorId: z.string(),
  /** For the audit log. */
  origin: z.object({ ipAddress: z.string(), userAgent: z.string() }).optional(),
  type: z.string(),
  body: z.string(),
  reservationId: z.string().optional(),
  /** At scheduling. */
  aboutReservationId: z.string().optional(),
  /** At scheduling. */
  stay: stayFacts.optional(),
  files: messageFiles,
  sendAt: z.date(),
  /** A later answer by somebody else stops the message. */
  seenUntil: z.date().optional(),
  createdAt: z.date(),
  status: z.enum(scheduledStates),
  claimId: z.string().optional(),
  leaseUntil: z.date().optional(),
  /** `waiting`: the send time; `sending`: a retry after a failure or a dead process. */
  dueAt: z.date().optional(),
  failure: reason.optional(),
  endedAt: z.date().optional(),
})
export type Scheduled = z.infer<typeof storedScheduled>

export const scheduledMessage = z
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

export const scheduledView = (one: Scheduled): z.output<typeof scheduledMessage> => ({
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

/** Fails if the document has changed or exists. */
export interface ScheduledWrite {
  key: string
  scheduled: Scheduled
  previous: Revision | undefined
  waiting?: { files: readonly { fileId: string; revision: Revision }[]; until: Date } | undefined
}

export const isPending = ({ status }: Scheduled): boolean => status === 'waiting' || status === 'sending'
