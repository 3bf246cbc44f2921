import * as z from 'zod'
import { textOrNull, timeOrNull } from '../../shapes.ts'

const past = z.object({
  /** Lower bound; null: the beginning. */
  from: z.date().nullable(),
  /** Inclusive. */
  until: z.date(),
  /** Newest stored past message; `left`: newer ones, null if unknown. */
  mark: z.object({ id: z.string(), at: z.date() }).nullable(),
  left: z.number().int().nonnegative().nullable(),
})
export type Past = z.infer<typeof past>

export const storedOtaConversation = z.object({
  channelManagerPropertyId: z.string(),
  propertyId: textOrNull,
  provider: textOrNull,
  title: textOrNull,
  bookingId: textOrNull,
  reservationId: textOrNull,
  threadId: textOrNull,
  guestId: textOrNull,
  /** The inquiry's thread before the merge; a wait may remain there. */
  formerThreadId: textOrNull,
  /** From the channel manager's list. */
  lastMessageAt: timeOrNull,
  /** Newest stored message. */
  readUpTo: timeOrNull,
  past: past.nullable().catch(null).default(null),
  /** Begin of the search for its booking. */
  waitingSince: timeOrNull,
  /** A changed count reveals a mark during a read. */
  marks: z.number().catch(0).default(0),
  claimId: textOrNull,
  leaseUntil: timeOrNull,
  dueAt: z.date().optional().catch(undefined),
})
export type StoredOtaConversation = z.infer<typeof storedOtaConversation>

export type ConversationFields = Partial<Omit<StoredOtaConversation, 'dueAt' | 'marks'>> & {
  /** Null removes it. */
  dueAt?: Date | null
}

export const storedSwept = z.object({
  /** Newest message in the swept conversations. */
  sweptUpTo: timeOrNull.optional(),
  /** Next page of an unfinished sweep; `newest`: its later `sweptUpTo`. */
  page: z.number().int().positive().nullish().catch(null),
  newest: timeOrNull.optional(),
  /** Next try without the application. */
  askAgainAt: timeOrNull.optional(),
})
export type Swept = z.infer<typeof storedSwept>

/** The sweep reads the whole list again. */
export const lookAnew = { sweptUpTo: null, page: null, newest: null } satisfies Swept

export type Marked = Pick<StoredOtaConversation, 'channelManagerPropertyId'> &
  Partial<Pick<StoredOtaConversation, 'provider' | 'title' | 'bookingId' | 'lastMessageAt'>>
