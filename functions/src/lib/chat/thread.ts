import * as z from 'zod'
import { storedExchanges } from './desk/exchange.ts'
import { storedLastAnswers } from './desk/last-answers.ts'
import { storedConversations } from './ota/conversations.ts'

const userIds = z.array(z.string()).default([])

/** Why a user has to attend, and since when. */
const attentionCause = z.looseObject({ cause: z.string(), since: z.date() })

/** A stored thread, `threads/{threadId}`. Unknown fields are kept; what is absent counts as empty. */
export const storedThread = z.looseObject({
  source: z.string(),
  /** The guest's name when they last wrote by chatapp or SMS. */
  guestName: z.string().nullish().catch(null),
  participantIds: userIds,
  /** Users who joined by posting without a role: they neither read the thread nor cause a send. */
  selfJoinedIds: userIds,
  /** Users who joined by posting in a role: without it they are treated like those above. */
  roleJoinedIds: userIds,
  /** Users who were removed: they stay out, whatever else lists them, until they are added again. */
  removedIds: userIds,
  needsAttention: userIds,
  needsAttentionMap: z.record(z.string(), z.unknown()).default({}),
  /** Causes that are told apart from a message, by user. */
  attention: z.record(z.string(), z.array(attentionCause)).default({}).catch({}),
  /** Users who may have to attend because of notes alone: every other message takes all but its author away. */
  calledByNoteIds: userIds.catch([]),
  importantFor: userIds,
  /** Each author's unread failed sends, `messageId_time`, the last one first, separated by blanks. */
  lastFailures: z.record(z.string(), z.unknown()).default({}),
  /** Messages of ours that did not get through and that nobody has dealt with, the newest 20. */
  failedSends: userIds.catch([]),
  /** Messages that are to be sent at a time, and those that were not and wait for somebody. */
  scheduledIds: userIds.catch([]),
  lastMessage: z.record(z.string(), z.unknown()).nullish(),
  lastPublicMessage: z.record(z.string(), z.unknown()).nullish(),
  lastAnswers: storedLastAnswers,
  updatedAt: z.date().optional(),
  /** End of retention: of the last message, or of the guest where we opened it and nobody has written. */
  expireAt: z.date().optional().catch(undefined),
  lastChatappMessageSentAt: z.date().nullish(),
  version: z.number().int().nonnegative().default(0),
  /** Posts in a minute (since the epoch): of members and roles, of all others, and of each of those. */
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
  /** What it is called, as it was when somebody last looked which stay counts. */
  propertyName: z.string().nullish().catch(null),
  /** Of that reservation, as it was when it was chosen; null without days, and for one that was cancelled. */
  stay: z
    .object({ arrival: z.string(), departure: z.string(), timeZone: z.string().optional() })
    .nullish()
    .catch(null),
  /** When another stay of its guest counts. */
  stayDueAt: z.date().nullish(),
  /** Whose guest it is, where we opened or found it for them. */
  landlordId: z.string().nullish(),
  /** The thread of the same guest to which everything new goes; and those for which this one is it. */
  mergedInto: z.string().nullish().catch(null),
  mergedIds: userIds.catch([]),
  /** Guests who wrote, who wrote last at the end, once another than its own has: those take no part. */
  writerIds: userIds.catch([]),
  /** At OTAs, those in which the guest wrote last at the end. */
  conversations: storedConversations,
  /** What has to be done; absent counts as open. */
  state: z.enum(['open', 'waiting', 'snoozed', 'done']).nullish().catch(null),
  /** Who answers; null while nobody does, so that the team's queue has it. */
  ownerId: z.string().nullish(),
  /** When it is asked whether its owner is there, or, while a guest waits, who may own it. */
  ownerDueAt: z.date().nullish(),
  /** Absent while it is not known, null for the default queue. */
  teamId: z.string().nullish(),
  snoozedUntil: z.date().nullish(),
  /** The stretches in which the guest waited; what follows is of the open one. */
  exchanges: storedExchanges,
  unansweredSince: z.date().nullish(),
  dueBy: z.date().nullish(),
  escalatedAt: z.date().nullish(),
  /** When the desk looks at it next. */
  deskDueAt: z.date().nullish(),
  /** When an OTA is told that a message needs no reply. */
  noReplyDueAt: z.date().nullish(),
  /** For support threads: when the next e-mail about unread messages is due, and when each participant's is. */
  supportNotificationDueAt: z.date().nullish(),
  supportNotificationDueFor: z.record(z.string(), z.date()).default({}),
})
export type Thread = z.infer<typeof storedThread>

/** The fields of a new thread. */
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

/**
 * The newest message that is not a note, the only one visible outside staff. Threads stored by others may have only
 * `lastMessage`. Null if there is none.
 */
export const publicMessage = ({
  lastPublicMessage,
  lastMessage,
}: Pick<Thread, 'lastPublicMessage' | 'lastMessage'>): Record<string, unknown> | null =>
  lastPublicMessage ?? (lastMessage?.type === 'note' ? null : (lastMessage ?? null))
