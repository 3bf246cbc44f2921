import * as z from 'zod'

const userIds = z.array(z.string()).default([])

/** A stored thread, `threads/{threadId}`. Unknown fields are kept; what is absent counts as empty. */
export const storedThread = z.looseObject({
  source: z.string(),
  /** As the guest was called when they last wrote by chatapp or SMS. */
  guestName: z.string().nullish().catch(null),
  participantIds: userIds,
  /** Users who came in only by posting without a role: they neither read the thread nor cause a send. */
  selfJoinedIds: userIds,
  /** Users who came in only by posting in a role: without it they are as those. */
  roleJoinedIds: userIds,
  needsAttention: userIds,
  needsAttentionMap: z.record(z.string(), z.unknown()).default({}),
  importantFor: userIds,
  /** By author: the last of their sends that failed and that they have not read of. */
  lastFailures: z.record(z.string(), z.unknown()).default({}),
  lastMessage: z.record(z.string(), z.unknown()).nullish(),
  lastPublicMessage: z.record(z.string(), z.unknown()).nullish(),
  updatedAt: z.date().optional(),
  lastChatappMessageSentAt: z.date().nullish(),
  version: z.number().int().nonnegative().default(0),
  reservationId: z.string().nullish(),
  propertyId: z.string().nullish(),
  /** Of a support thread: when the next e-mail about something unread is due, and for each participant when theirs is. */
  supportNotificationDueAt: z.date().nullish(),
  supportNotificationDueFor: z.record(z.string(), z.date()).default({}),
})
export type Thread = z.infer<typeof storedThread>

/**
 * The newest message that is no note: the only one that leaves the staff. Threads that others have stored may have
 * `lastMessage` alone. Null when there is none on record.
 */
export const publicMessage = ({
  lastPublicMessage,
  lastMessage,
}: Pick<Thread, 'lastPublicMessage' | 'lastMessage'>): Record<string, unknown> | null =>
  lastPublicMessage ?? (lastMessage?.type === 'note' ? null : (lastMessage ?? null))
