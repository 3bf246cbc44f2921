import * as z from 'zod'
import type { CommitExtras } from '../../commit-extras.ts'
import type { Commit } from '../../durable/change.ts'
import type { Revision, Versioned } from '../../ports.ts'
import { reason, textOrNull } from '../../shapes.ts'
import type { FileRecord } from '../files/ports.ts'
import type { Guests } from '../guest.ts'
import { messageFiles } from '../message.ts'
import type { MessageRef } from '../ports.ts'
import type { Thread } from '../thread.ts'

/** How many a thread may have. */
export const mostScheduled = 20
/** How far ahead. Days. */
export const mostDaysAhead = 90
/** So long its files wait after its time: whoever writes it again has them then. Milliseconds. */
export const filesWaitMs = 7 * 24 * 60 * 60_000
/** After its time a message is sent for so long, where nothing could be sent before; then it would be too late. */
export const lateForMs = 2 * 60 * 60_000

export const scheduledStates = ['waiting', 'sending', 'sent', 'cancelled', 'not-sent'] as const

/** Facts of a stay that a message may mention: it is not sent once one of them differs. Null: not known then. */
const stayFacts = z.object({
  guestId: textOrNull,
  leadName: textOrNull,
  propertyId: textOrNull,
  roomId: textOrNull,
  arrival: textOrNull,
  departure: textOrNull,
})
type StayFacts = z.infer<typeof stayFacts>

export const factsOf = (stay: Awaited<ReturnType<Guests['reservation']>>): StayFacts =>
  stayFacts.parse({ ...stay, leadName: stay?.leadGuest?.name })

/** `scheduledSends/{threadId}_{messageId}`: what is to be posted at a time, as that message. */
export const storedScheduled = z.looseObject({
  threadId: z.string(),
  messageId: z.string(),
  authorId: z.string(),
  /** Of who scheduled it, for the audit log. */
  origin: z.object({ ipAddress: z.string(), userAgent: z.string() }).optional(),
  type: z.string(),
  body: z.string(),
  reservationId: z.string().optional(),
  /** The stay that its thread was about when it was written. */
  aboutReservationId: z.string().optional(),
  /** The stay's facts at that time. */
  stay: stayFacts.optional(),
  files: messageFiles,
  sendAt: z.date(),
  /** What its author had seen: who answers later than that has answered meanwhile. */
  seenUntil: z.date().optional(),
  createdAt: z.date(),
  status: z.enum(scheduledStates),
  /** When it is worked on: while `waiting` at its time, while `sending` when that has failed or its process is dead. */
  dueAt: z.date().optional(),
  /** Why it was not sent. */
  failure: reason.optional(),
  endedAt: z.date().optional(),
})
export type Scheduled = z.infer<typeof storedScheduled>

/** A scheduled message as it becomes; only as it was read, or if it is new. */
export interface ScheduledWrite {
  scheduled: Scheduled
  previous: Revision | undefined
  /** Its files as they were read, and until when they wait for a message. */
  waiting?: { files: readonly { fileId: string; revision: Revision }[]; until: Date } | undefined
}

declare module '../../commit-extras.ts' {
  interface CommitExtras {
    scheduled?: readonly ScheduledWrite[]
  }
}

export interface ScheduledInThread {
  scheduled: Versioned<Scheduled> | undefined
  thread: Versioned<Thread> | undefined
  /** Those asked for that there are, by id. */
  files: ReadonlyMap<string, Versioned<FileRecord>>
}

export interface ScheduledSends {
  /** One round trip. */
  read(id: string): Promise<Versioned<Scheduled> | undefined>
  /** Of a thread, by its messages' ids. One round trip, none without an id. */
  ofThread(threadId: string, messageIds: readonly string[]): Promise<Scheduled[]>
  /** One round trip. */
  inThread(ref: MessageRef, fileIds?: readonly string[]): Promise<ScheduledInThread>
  /** Without its thread. */
  put(write: ScheduledWrite, extras?: CommitExtras): Promise<Commit<Revision>>
}

/** Whether something is still to come of it. */
export const isPending = ({ status }: Scheduled): boolean => status === 'waiting' || status === 'sending'
