import * as z from 'zod'
import type { Commit } from '../../durable/change.ts'
import type { Revision, Versioned } from '../../ports.ts'
import { textOrNull, timeOrNull } from '../../shapes.ts'
import type { ComingFile } from '../files/coming-files.ts'
import type { StoredMessage } from '../message.ts'
import type { ThreadFields } from '../ports.ts'
import type { NewThread } from '../thread.ts'

/** What is older than what was read, and how far its catching up has come, from the oldest on. */
const past = z.object({
  /** Newer than that; absent: from the beginning. */
  from: z.date().nullable(),
  /** Not newer than that. */
  until: z.date(),
  /** The newest that is stored of it, and how many of the conversation's messages were newer; null before that is known. */
  mark: z.object({ id: z.string(), at: z.date() }).nullable(),
  left: z.number().int().nonnegative().nullable(),
})
export type Past = z.infer<typeof past>

/** A conversation at an OTA, `otaConversations/{conversationId}`: whose it is, and how far it has been read. */
export const storedOtaConversation = z.object({
  channelManagerPropertyId: z.string(),
  propertyId: textOrNull,
  provider: textOrNull,
  title: textOrNull,
  bookingId: textOrNull,
  reservationId: textOrNull,
  threadId: textOrNull,
  guestId: textOrNull,
  /** The thread that it had before it was joined to the guest's, where a wait may have stayed. */
  formerThreadId: textOrNull,
  /** When somebody wrote last, as the list of conversations says. */
  lastMessageAt: timeOrNull,
  /** The time of the newest message that is stored. */
  readUpTo: timeOrNull,
  past: past.nullable().catch(null).default(null),
  /** Since when its booking has not been found. */
  waitingSince: timeOrNull,
  /** How often it was marked as due. */
  marks: z.number().catch(0).default(0),
  claimId: textOrNull,
  leaseUntil: timeOrNull,
  /** When it is to be read. */
  dueAt: z.date().optional().catch(undefined),
})
export type StoredOtaConversation = z.infer<typeof storedOtaConversation>

export type ConversationFields = Partial<Omit<StoredOtaConversation, 'dueAt' | 'marks'>> & {
  /** Null takes it away. */
  dueAt?: Date | null
}

/** How far the sweep has looked at a property's conversations, `otaInboxes/{propertyId}`. */
export const storedSwept = z.object({
  /** When somebody wrote last in those that it has looked at. */
  sweptUpTo: timeOrNull.optional(),
  /** The next page of a look that has not come to its end, and what it has to note then. */
  page: z.number().int().positive().nullish().catch(null),
  newest: timeOrNull.optional(),
  /** Not before, since its application is missing. */
  askAgainAt: timeOrNull.optional(),
})
export type Swept = z.infer<typeof storedSwept>

/** The sweep begins at the end of the list again. */
export const lookAnew = { sweptUpTo: null, page: null, newest: null } satisfies Swept

/** What is known of a conversation that somebody wrote in. */
type Marked = Pick<StoredOtaConversation, 'channelManagerPropertyId'> &
  Partial<Pick<StoredOtaConversation, 'provider' | 'title' | 'bookingId' | 'lastMessageAt'>>

/** Messages that were there before, in the one commit that says how far the catching up has come. */
interface PastWrite {
  conversationId: string
  revision: Revision
  fields: ConversationFields
  messages: readonly StoredMessage[]
  /** That came with them. */
  files: readonly ComingFile[]
  thread: { threadId: string; revision: Revision; fields: ThreadFields }
}

/** `otaConversations` and `otaInboxes`. Each call is one round trip. */
export interface OtaConversations {
  read(conversationId: string): Promise<Versioned<StoredOtaConversation> | undefined>
  /** Those that are stored, by id. */
  known(conversationIds: readonly string[]): Promise<ReadonlyMap<string, StoredOtaConversation>>
  /** Makes it due, however it is stored. */
  mark(conversationId: string, known: Marked, at: Date): Promise<void>
  /** Only if it is unchanged. */
  change(conversationId: string, revision: Revision, fields: ConversationFields): Promise<Commit<Revision>>
  /** A thread and its guest, together; only if there is neither. */
  openInquiry(
    threadId: string,
    thread: NewThread,
    guest: { guestId: string; name: string | null },
  ): Promise<Commit<Revision>>
  /** Empty for a property that was never looked at. */
  swept(propertyId: string): Promise<Swept>
  /** Of these fields only. */
  saveSwept(propertyId: string, swept: Swept): Promise<void>
  storePast(write: PastWrite): Promise<Commit<Revision>>
}
