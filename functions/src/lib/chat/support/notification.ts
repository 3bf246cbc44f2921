import { type Actor, isStaff } from '../../actor.ts'
import { attentionAfterPost, isAttending } from '../attention.ts'
import { membersOf } from '../membership.ts'
import type { StoredMessage } from '../message.ts'
import type { Thread } from '../thread.ts'

/** How long a landlord has to read what support wrote before an e-mail says so. Milliseconds. */
const notificationDelay = 10 * 60_000

/** The fields of a support thread that decide over the e-mails to its landlords. */
export interface NotificationPatch {
  /** The earliest of the times below. */
  supportNotificationDueAt?: Date
  /** By participant: when they are told, unless they read before. */
  supportNotificationDueFor?: Record<string, Date>
}

/**
 * What a post changes about the e-mails. A message of staff gives every participant ten minutes; who has not read what
 * came before keeps the time that began with it. Any other post puts those into attention again who had read what staff
 * wrote, so they are taken out: nobody gets an e-mail for a note.
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

/** Who among them is a landlord shows only when they are told: nobody else has an account. */
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

/** Members who had their time and have not read what staff wrote. Who came in only by posting is not told. */
export function dueParticipants(thread: Thread, now: Date): DueParticipant[] {
  const dueFor = new Map(Object.entries(thread.supportNotificationDueFor))
  return [...new Set(membersOf(thread))].flatMap(userId => {
    const dueAt = dueFor.get(userId)
    const isDue = dueAt && dueAt <= now && isAttending(thread, userId)
    return isDue ? { userId, dueAt } : []
  })
}

/** What remains once those have been told who were due; nothing when the burst is over. */
export const afterNotification = (thread: Thread, now: Date): NotificationPatch =>
  patchOf(
    Object.entries(thread.supportNotificationDueFor).filter(
      ([id, dueAt]) => dueAt > now && isAttending(thread, id),
    ),
  )
