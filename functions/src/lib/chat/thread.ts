import * as z from 'zod'
import { storedExchanges } from './exchange.ts'
import { storedLastAnswers } from './last-answers.ts'
import { storedConversations } from './ota-conversations.ts'

const userIds = z.array(z.string()).default([])

const attentionCause = z.looseObject({ cause: z.string(), since: z.date() })

/** Unknown fields stay; absent ones are empty. */
export const storedThread = z.looseObject({
  source: z.string(),
  /** The name at the guest's last chatapp or SMS message. */
  guestName: z.string().nullish().catch(null),
  participantIds: userIds,
  /** They joined by posting without a role: they neither read nor cause a send. */
  selfJoinedIds: userIds,
  /** They joined by posting in a role; without it, like `selfJoinedIds`. */
  roleJoinedIds: userIds,
  /** They stay out until the next addition. */
  removedIds: userIds,
  needsAttention: userIds,
  needsAttentionMap: z.record(z.string(), z.unknown()).default({}),
  /** Besides a message, by user. */
  attention: z.record(z.string(), z.array(attentionCause)).default({}).catch({}),
  /** Notes alone may call them; any other message removes all but its author. */
  calledByNoteIds: userIds.catch([]),
  importantFor: userIds,
  /** Per author, `messageId_time` of unread failures, latest first, separated by blanks. */
  lastFailures: z.record(z.string(), z.unknown()).default({}),
  /** Open failures, newest 20. */
  failedSends: userIds.catch([]),
  /** Future and failed messages. */
  scheduledIds: userIds.catch([]),
  lastMessage: z.record(z.string(), z.unknown()).nullish(),
  lastPublicMessage: z.record(z.string(), z.unknown()).nullish(),
  lastAnswers: storedLastAnswers,
  updatedAt: z.date().optional(),
  /** End of retention: the last message's, or the guest's without messages. */
  expireAt: z.date().optional().catch(undefined),
  lastChatappMessageSentAt: z.date().nullish(),
  version: z.number().int().nonnegative().default(0),
  /** Posts in a minute (since the epoch): of members and roles, of others, of each of these. */
  posts: z
    .object({
      minute: z.number(),
      members: z.number(),
      others: z.number(),
      own: z.record(z.string(), z.number()).optional(),
    })
    .nullish()
    .catch(null),
  reservationId: z.string().nullish(),
  guestId: z.string().nullish(),
  propertyId: z.string().nullish(),
  /** As of the last choice of the stay. */
  propertyName: z.string().nullish().catch(null),
  /** As of that choice; null if undated or cancelled. */
  stay: z
    .object({ arrival: z.string(), departure: z.string(), timeZone: z.string().optional() })
    .nullish()
    .catch(null),
  /** Time of the next choice. */
  stayDueAt: z.date().nullish(),
  landlordId: z.string().nullish(),
  /** Target of new messages; `mergedIds`: its sources. */
  mergedInto: z.string().nullish().catch(null),
  mergedIds: userIds.catch([]),
  /** Guests, last writer last, once another than the thread's own wrote; no participants. */
  writerIds: userIds.catch([]),
  /** Latest activity last. */
  conversations: storedConversations,
  /** Absent: open. */
  state: z.enum(['open', 'waiting', 'snoozed', 'done']).nullish().catch(null),
  /** Null: the team's queue. */
  ownerId: z.string().nullish(),
  /** Next check of the owner's presence or, during a wait, of the next owner. */
  ownerDueAt: z.date().nullish(),
  /** Absent: unknown; null: the default queue. */
  teamId: z.string().nullish(),
  snoozedUntil: z.date().nullish(),
  /** The guest's waits; later fields are the open one's. */
  exchanges: storedExchanges,
  unansweredSince: z.date().nullish(),
  dueBy: z.date().nullish(),
  escalatedAt: z.date().nullish(),
  deskDueAt: z.date().nullish(),
  noReplyDueAt: z.date().nullish(),
  /** Support only. */
  supportNotificationDueAt: z.date().nullish(),
  supportNotificationDueFor: z.record(z.string(), z.date()).default({}),
})
export type Thread = z.infer<typeof storedThread>

type DeskName =
  | 'state'
  | 'ownerId'
  | 'ownerDueAt'
  | 'teamId'
  | 'snoozedUntil'
  | 'unansweredSince'
  | 'dueBy'
  | 'escalatedAt'
  | 'exchanges'
  | 'deskDueAt'
  | 'noReplyDueAt'
/** Null removes a time. */
export type DeskFields = { [Name in DeskName]?: Thread[Name] | undefined }

export type NewThread = Pick<Thread, 'source' | 'participantIds' | 'needsAttention'> & {
  needsAttentionMap: Record<string, true>
  guestId: string
  guestName?: string
  updatedAt: Date
  version: number
} & Partial<
    Pick<
      Thread,
      | 'landlordId'
      | 'reservationId'
      | 'propertyId'
      | 'propertyName'
      | 'teamId'
      | 'stay'
      | 'stayDueAt'
      | 'deskDueAt'
      | 'expireAt'
    >
  >

/** Non-staff see only this message. Threads from other writers may have only `lastMessage`. */
export const publicMessage = ({
  lastPublicMessage,
  lastMessage,
}: Pick<Thread, 'lastPublicMessage' | 'lastMessage'>): Record<string, unknown> | null =>
  lastPublicMessage ?? (lastMessage?.type === 'note' ? null : (lastMessage ?? null))
