import type { Needs } from '../../context.ts'
import type { NewEmail } from '../../email/ports.ts'
import type { Landlord } from '../guest.ts'
import { afterNotification, dueParticipants } from './notification.ts'

/**
 * Puts an e-mail into the outbox for each landlord who has not read support's message in time, and reschedules the
 * others, in one commit. Idempotent. A commit that lost a race, or its answer, is left to the next sweep, which finds
 * the thread due only if nothing was written.
 */
export async function notifyLandlords(
  deps: Needs<'guests' | 'rules' | 'threads'>,
  threadId: string,
): Promise<void> {
  const { threads, guests, clock, rules } = deps
  const thread = await threads.read(threadId)
  const dueAt = thread?.value.supportNotificationDueAt
  const at = clock.now()
  if (!thread || !dueAt || dueAt > at) return
  const due = new Map(dueParticipants(thread.value, at).map(one => [one.userId, one.dueAt]))
  const landlords = rules.sendsSupportEmails() ? await guests.landlords([...due.keys()]) : []
  const entries = landlords.map(landlord =>
    supportEmail(threadId, due.get(landlord.userId) ?? dueAt, landlord),
  )
  await threads.change(threadId, thread.revision, {
    fields: afterNotification(thread.value, at),
    without: ['supportNotificationDueAt', 'supportNotificationDueFor'],
    extras: { emails: { entries, at } },
  })
}

/** The id names the burst of messages, so that it is created once. Contains nothing of the messages. */
export const supportEmail = (threadId: string, dueAt: Date, { userId, name, email }: Landlord): NewEmail => ({
  emailId: `support_${threadId}_${dueAt.getTime()}_${encodeURIComponent(userId).replaceAll('_', '%5F')}`,
  template: 'support-message',
  to: email,
  data: { subject: 'Our support team has written to you', name },
  about: { threadId },
})
