import { isReservedKey } from '../identifiers.ts'
import type { Thread } from './thread.ts'

/** List and map always agree. */
export interface Attention {
  needsAttention: string[]
  needsAttentionMap: Record<string, true>
}

/** Stored list and map may differ; the map may contain `false`. */
interface StoredAttention {
  needsAttention: readonly string[]
  needsAttentionMap: Readonly<Record<string, unknown>>
}

/** Only reading clears attention. */
export const attentionAfterPost = (
  before: StoredAttention,
  participantIds: readonly string[],
  authorId: string,
): Attention => attentionOf([...current(before), ...participantIds.filter(id => id !== authorId)])

/** By user; without an entry the cause is `message`. */
type Causes = Thread['attention']

const causesOf = (causes: Causes, userId: string): Causes[string] =>
  Object.hasOwn(causes, userId) ? (causes[userId] ?? []) : []

/** A user keeps a message beside the new cause. */
export function attentionBecause(
  before: StoredAttention & { attention: Causes },
  userIds: readonly string[],
  cause: string,
  since: Date,
): Attention & { attention: Causes } {
  const [stood, after] = [attending(before), attentionOf([...current(before), ...userIds])]
  const attention = Object.fromEntries(
    Object.entries(before.attention).map(([id, causes]) => [id, [...causes]]),
  )
  for (const id of userIds.filter(one => after.needsAttention.includes(one))) {
    const stored = causesOf(attention, id)
    const causes = stood.includes(id) && stored.length === 0 ? [{ cause: 'message', since }] : [...stored]
    attention[id] = causes.some(one => one.cause === cause) ? causes : [...causes, { cause, since }]
  }
  return { ...after, attention }
}

/** A message is a cause only beside others. */
export const causesAfterPost = (causes: Causes, called: readonly string[], since: Date): Causes =>
  Object.fromEntries(
    Object.entries(causes).map(([id, stored]) => {
      const isNews = called.includes(id) && stored.length > 0 && stored.every(one => one.cause !== 'message')
      return [id, isNews ? [...stored, { cause: 'message', since }] : [...stored]]
    }),
  )

export const attentionWithout = (before: StoredAttention, userId: string): Attention =>
  attentionOf(current(before).filter(id => id !== userId))

/** Empty if the cause does not stand. */
export function attentionWithoutCause(
  before: StoredAttention & { attention: Causes },
  userId: string | null | undefined,
  cause: string,
): Partial<Attention & { attention: Causes }> {
  if (!userId || !causesOf(before.attention, userId).some(one => one.cause === cause)) return {}
  const rest = causesOf(before.attention, userId).filter(one => one.cause !== cause)
  const others = Object.entries(before.attention).filter(([id]) => id !== userId)
  const attention = Object.fromEntries(rest.length > 0 ? [...others, [userId, rest]] : others)
  return { ...(rest.length === 0 && attentionWithout(before, userId)), attention }
}

export function causesFor(
  stored: StoredAttention & { attention: Causes },
  userId: string,
): { cause: string; since: Date | null }[] {
  if (!isAttending(stored, userId)) return []
  const own = causesOf(stored.attention, userId)
  return own.length === 0
    ? [{ cause: 'message', since: null }]
    : own.map(({ cause, since }) => ({ cause, since }))
}

export const attending = (stored: StoredAttention): string[] => attentionOf(current(stored)).needsAttention

export const isAttending = (stored: StoredAttention, userId: string): boolean =>
  attending(stored).includes(userId)

const current = (stored: StoredAttention): string[] => [
  ...stored.needsAttention,
  ...Object.keys(stored.needsAttentionMap).filter(id => stored.needsAttentionMap[id] === true),
]

/** Nobody can sign in with a reserved key, and Firestore refuses it in maps. */
function attentionOf(userIds: readonly string[]): Attention {
  const needsAttention = [...new Set(userIds)].filter(id => id !== '' && !isReservedKey(id))
  return { needsAttention, needsAttentionMap: Object.fromEntries(needsAttention.map(id => [id, true])) }
}
