import { type Actor, isStaff } from '../../actor.ts'
import { attentionAfterPost, isAttending } from '../attention.ts'
import { membersOf } from '../members.ts'
import type { StoredMessage } from '../message.ts'
import type { Thread } from '../thread.ts'

/** How long a landlord has to read a support message before getting an e-mail. Milliseconds. */
const notificationDelay = 10 * 60_000

/** The fields of a support thread that schedule e-mails to its landlords. */
export interface NotificationPatch {
  /** The earliest of the times below. */
  supportNotificationDueAt?: Date
  /** When each participant gets an e-mail, unless they read before. */
  supportNotificationDueFor?: Record<string, Date>
}

/**
 * A post's change of scheduled e-mails. A staff message gives every participant ten minutes; earlier unread messages
 * keep their time. Any other post puts participants into attention who had read the staff's message, so they are
 * removed from the schedule: nobody gets an e-mail for a note.
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

/** Which of them are landlords is checked only when e-mails are sent: nobody else has an account. */
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

/** Members whose time is up and who have not read. Those who joined by posting get no e-mail. */
export function dueParticipants(thread: Thread, now: Date): DueParticipant[] {
  const dueFor = new Map(Object.entries(thread.supportNotificationDueFor))
  return [...new Set(membersOf(thread))].flatMap(userId => {
    const dueAt = dueFor.get(userId)
    const isDue = dueAt && dueAt <= now && isAttending(thread, userId)
    return isDue ? { userId, dueAt } : []
  })
}

/** The remaining schedule after the due e-mails; nothing once the burst is over. */
export const afterNotification = (thread: Thread, now: Date): NotificationPatch =>
  patchOf(
    Object.entries(thread.supportNotificationDueFor).filter(
      ([id, dueAt]) => dueAt > now && isAttending(thread, id),
    ),
  )
