import type { NewEmail } from '../../email/ports.ts'
import type { System } from '../../ports.ts'
import type { Guests, Landlord } from '../guest.ts'
import type { Threads } from '../ports.ts'
import { afterNotification, dueParticipants } from './notification.ts'

export interface NotifyLandlordsDeps extends Pick<System, 'clock'> {
  threads: Pick<Threads, 'read' | 'change'>
  guests: Pick<Guests, 'landlords'>
  /** Without it nobody is told, and what was due no longer is. */
  sendsEmails: boolean
}

/**
 * Puts an e-mail into the outbox for each landlord who has not read what support wrote ten minutes ago, and leaves due
 * only who still has time, all in one commit. Repeating it is safe. A commit that lost a race, or its answer, is left to the next sweep,
 * which finds the thread due only if nothing was written.
 */
export async function notifyLandlords(deps: NotifyLandlordsDeps, threadId: string): Promise<void> {
  const { threads, guests, clock, sendsEmails } = deps
  const thread = await threads.read(threadId)
  const dueAt = thread?.value.supportNotificationDueAt
  const at = clock.now()
  if (!thread || !dueAt || dueAt > at) return
  const due = new Map(dueParticipants(thread.value, at).map(one => [one.userId, one.dueAt]))
  const landlords = sendsEmails ? await guests.landlords([...due.keys()]) : []
  const entries = landlords.map(landlord =>
    supportEmail(threadId, due.get(landlord.userId) ?? dueAt, landlord),
  )
  await threads.change(threadId, thread.revision, {
    fields: afterNotification(thread.value, at),
    without: ['supportNotificationDueAt', 'supportNotificationDueFor'],
    company: { emails: { entries, at } },
  })
}

/** Its id says which burst of messages it is for: a second one would not be created. It never holds a word of the message. */
export const supportEmail = (threadId: string, dueAt: Date, { userId, name, email }: Landlord): NewEmail => ({
  emailId: `support_${threadId}_${dueAt.getTime()}_${encodeURIComponent(userId)}`,
  template: 'support-message',
  to: email,
  data: { subject: 'Our support team has written to you', name },
  about: { threadId },
})
