import { type Actor, isStaff } from '../../actor.ts'
import { attentionAfterPost, isAttending } from '../attention.ts'
import { membersOf } from '../members.ts'
import type { StoredMessage } from '../message.ts'
import type { Thread } from '../thread.ts'

/** Milliseconds to read before an e-mail. */
const notificationDelay = 10 * 60_000

export interface NotificationPatch {
  supportNotificationDueAt?: Date
  supportNotificationDueFor?: Record<string, Date>
}

/**
 * Other posts call participants again, so readers leave the schedule: nobody gets an e-mail for a note.
 * Earlier unread messages keep their time.
 */
export function notificationPatch(thread: Thread, message: StoredMessage, author: Actor): NotificationPatch {
  if (thread.source !== 'support') return {}
  const before = Object.entries(thread.supportNotificationDueFor)
  const unread = before.filter(([id]) => isAttending(thread, id))
  if (isStaff(author) && message.type !== 'note') {
    const dueAt = new Date(message.createdAt.getTime() + notificationDelay)
    const earlier = new Map(unread)
    return patchOf(addressees(thread, author).map(id => [id, earlier.get(id) ?? dueAt]))
  }
  return unread.length < before.length ? { supportNotificationDueFor: Object.fromEntries(unread) } : {}
}

/** The send filters landlords: nobody else has an account. */
const addressees = (thread: Thread, author: Actor): string[] =>
  attentionAfterPost({ needsAttention: [], needsAttentionMap: {} }, thread.participantIds, author.uid)
    .needsAttention

function patchOf(due: readonly [id: string, dueAt: Date][]): NotificationPatch {
  const first = due.map(([, dueAt]) => dueAt).sort((a, b) => a.getTime() - b.getTime())[0]
  if (!first) return {}
  return { supportNotificationDueAt: first, supportNotificationDueFor: Object.fromEntries(due) }
}

export interface DueParticipant {
  userId: string
  dueAt: Date
}

/** Self-joined users get no e-mail. */
export function dueParticipants(thread: Thread, now: Date): DueParticipant[] {
  const dueFor = new Map(Object.entries(thread.supportNotificationDueFor))
  return [...new Set(membersOf(thread))].flatMap(userId => {
    const dueAt = dueFor.get(userId)
    const isDue = dueAt && dueAt <= now && isAttending(thread, userId)
    return isDue ? { userId, dueAt } : []
  })
}

export const afterNotification = (thread: Thread, now: Date): NotificationPatch =>
  patchOf(
    Object.entries(thread.supportNotificationDueFor).filter(
      ([id, dueAt]) => dueAt > now && isAttending(thread, id),
    ),
  )
