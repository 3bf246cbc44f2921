import { isReservedKey } from '../identifiers.ts'

/** Who must attend to a thread, as a list for reading and a map for filtering. They always agree. */
export interface Attention {
  needsAttention: string[]
  needsAttentionMap: Record<string, true>
}

/** In a stored thread the two may differ, and the map may contain `false`. */
interface StoredAttention {
  needsAttention: readonly string[]
  needsAttentionMap: Readonly<Record<string, unknown>>
}

/**
 * Attention after a message: every participant but the author, and everybody already in it. A post neither adds nor
 * clears its author; only reading clears.
 */
export const attentionAfterPost = (
  before: StoredAttention,
  participantIds: readonly string[],
  authorId: string,
): Attention => attentionOf([...current(before), ...participantIds.filter(id => id !== authorId)])

/** Why a user has to attend beside new messages, and since when; by user. */
export type Causes = Readonly<Record<string, readonly { cause: string; since: Date }[]>>

/** Puts these users into attention, with the cause as the reason. A cause that is already there changes nothing. */
export function attentionBecause(
  before: StoredAttention & { attention: Causes },
  userIds: readonly string[],
  cause: string,
  since: Date,
): Attention & { attention: Record<string, { cause: string; since: Date }[]> } {
  const after = attentionOf([...current(before), ...userIds])
  const attention = Object.fromEntries(
    Object.entries(before.attention).map(([id, causes]) => [id, [...causes]]),
  )
  for (const id of userIds.filter(one => after.needsAttention.includes(one))) {
    const causes = Object.hasOwn(attention, id) ? (attention[id] ?? []) : []
    if (!causes.some(one => one.cause === cause)) attention[id] = [...causes, { cause, since }]
  }
  return { ...after, attention }
}

/** Attention after an event that concerns one user, such as a failed send. */
export const attentionWith = (before: StoredAttention, userId: string): Attention =>
  attentionOf([...current(before), userId])

/** Attention once a user has read the thread. */
export const attentionWithout = (before: StoredAttention, userId: string): Attention =>
  attentionOf(current(before).filter(id => id !== userId))

/** Users in the list or the map. */
export const attending = (stored: StoredAttention): string[] => attentionOf(current(stored)).needsAttention

export const isAttending = (stored: StoredAttention, userId: string): boolean =>
  attending(stored).includes(userId)

const current = (stored: StoredAttention): string[] => [
  ...stored.needsAttention,
  ...Object.keys(stored.needsAttentionMap).filter(id => stored.needsAttentionMap[id] === true),
]

/** Drops reserved keys: nobody can sign in with one, and Firestore refuses them in maps. */
function attentionOf(userIds: readonly string[]): Attention {
  const needsAttention = [...new Set(userIds)].filter(id => id !== '' && !isReservedKey(id))
  return { needsAttention, needsAttentionMap: Object.fromEntries(needsAttention.map(id => [id, true])) }
}
