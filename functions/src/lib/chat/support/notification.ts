import { type Actor, isStaff } from '../../actor.ts'
import { isAttending } from '../attention.ts'
import type { StoredMessage } from '../message.ts'
import type { Thread } from '../thread.ts'

/** How long a landlord has to read what support wrote before an e-mail says so. Milliseconds. */
const notificationDelay = 10 * 60_000

/** The fields of a support thread that decide over the e-mail to its landlords. */
export interface NotificationPatch {
  supportNotificationDueAt?: Date
  supportNotificationReaders?: string[]
}

/**
 * What a post changes about the e-mail: the first message of staff in a burst sets when it is due. Any other post puts
 * those into attention again who had read what staff wrote, so they are remembered: nobody gets an e-mail for a note.
 */
export function notificationPatch(thread: Thread, message: StoredMessage, author: Actor): NotificationPatch {
  if (thread.source !== 'support') return {}
  const { supportNotificationDueAt: dueAt, supportNotificationReaders: readers } = thread
  if (isStaff(author) && message.type !== 'note') {
    return {
      ...(!dueAt && { supportNotificationDueAt: new Date(message.createdAt.getTime() + notificationDelay) }),
      ...(readers.length > 0 && { supportNotificationReaders: [] }),
    }
  }
  const more = dueAt ? thread.participantIds.filter(id => !isAttending(thread, id)) : []
  const all = [...new Set([...readers, ...more])]
  return all.length > readers.length ? { supportNotificationReaders: all } : {}
}

/** Participants who have not read yet what staff wrote. Who came in only by posting is told nothing. */
export const unreadParticipants = (thread: Thread): string[] =>
  [...new Set(thread.participantIds)].filter(
    id =>
      isAttending(thread, id) &&
      !thread.selfJoinedIds.includes(id) &&
      !thread.supportNotificationReaders.includes(id),
  )
