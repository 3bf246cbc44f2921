import { isReservedKey } from '../identifiers.ts'

/** Who must attend to a thread, as the list that is read and the map that is filtered on. They always agree. */
export interface Attention {
  needsAttention: string[]
  needsAttentionMap: Record<string, true>
}

/** In a stored thread the two may differ, and the map may hold `false`. */
interface StoredAttention {
  needsAttention: readonly string[]
  needsAttentionMap: Readonly<Record<string, unknown>>
}

/**
 * Attention after a message: every participant other than the author, and whoever had to attend already. The author's
 * own post neither adds nor clears the author; only their reading clears it.
 */
export const attentionAfterPost = (
  before: StoredAttention,
  participantIds: readonly string[],
  authorId: string,
): Attention => attentionOf([...current(before), ...participantIds.filter(id => id !== authorId)])

/** Attention after an event that concerns one user, such as a failed send. */
export const attentionWith = (before: StoredAttention, userId: string): Attention =>
  attentionOf([...current(before), userId])

/** Attention once a user has read the thread. */
export const attentionWithout = (before: StoredAttention, userId: string): Attention =>
  attentionOf(current(before).filter(id => id !== userId))

/** Users whom the list or the map names. */
export const attending = (stored: StoredAttention): string[] => attentionOf(current(stored)).needsAttention

export const isAttending = (stored: StoredAttention, userId: string): boolean =>
  attending(stored).includes(userId)

const current = (stored: StoredAttention): string[] => [
  ...stored.needsAttention,
  ...Object.keys(stored.needsAttentionMap).filter(id => stored.needsAttentionMap[id] === true),
]

/** Nobody can sign in under a reserved key, and Firestore could not hold it in the map. */
function attentionOf(userIds: readonly string[]): Attention {
  const needsAttention = [...new Set(userIds)].filter(id => id !== '' && !isReservedKey(id))
  return { needsAttention, needsAttentionMap: Object.fromEntries(needsAttention.map(id => [id, true])) }
}
