import type { Thread } from './thread.ts'

/**
 * The newest message that is no note: the only one that leaves the staff. Threads written before `lastPublicMessage`
 * existed have only `lastMessage`. Null when there is none on record.
 */
export const publicMessage = ({
  lastPublicMessage,
  lastMessage,
}: Pick<Thread, 'lastPublicMessage' | 'lastMessage'>): Record<string, unknown> | null =>
  lastPublicMessage ?? (lastMessage?.type === 'note' ? null : (lastMessage ?? null))
