import { accounts } from '../../company.ts'
import type { Needs } from '../../context.ts'
import { textAt } from '../../documents.ts'
import { emailWrite, type NewEmail } from '../../email/outbox.ts'
import type { Store } from '../../store.ts'
import { threads, threadWrites } from '../thread-writes.ts'
import { afterNotification, dueParticipants } from './notification.ts'

interface Landlord {
  userId: string
  name: string
  email: string
}

/** Idempotent: after a lost race or answer the next sweep finds the thread due only without a write. */
export async function notifyLandlords(deps: Needs<'rules' | 'store'>, threadId: string): Promise<void> {
  const { store, clock, rules } = deps
  const thread = await store.read(threads.at(threadId))
  const dueAt = thread?.value.supportNotificationDueAt
  const at = clock.now()
  if (!thread || !dueAt || dueAt > at) return
  const due = new Map(dueParticipants(thread.value, at).map(one => [one.userId, one.dueAt]))
  const landlords = rules.sendsSupportEmails() ? await landlordsOf(store, [...due.keys()]) : []
  const entries = landlords.map(landlord =>
    supportEmail(threadId, due.get(landlord.userId) ?? dueAt, landlord),
  )
  const fields = afterNotification(thread.value, at)
  const { revision } = thread
  await store.commit([
    ...threadWrites({
      threadId,
      revision,
      fields,
      without: ['supportNotificationDueAt', 'supportNotificationDueFor'],
    }),
    ...entries.map(entry => emailWrite(entry, at)),
  ])
}

async function landlordsOf({ readAll }: Store, userIds: readonly string[]): Promise<Landlord[]> {
  const documents = await readAll(userIds.flatMap(id => accounts.named(id) ?? []))
  return documents.flatMap(account => {
    const email = textAt(account, 'email')
    return email ? [{ userId: account.id, name: textAt(account, 'name') ?? '', email }] : []
  })
}

/** The id names the burst, for one e-mail. Contains nothing of the messages. */
export const supportEmail = (threadId: string, dueAt: Date, { userId, name, email }: Landlord): NewEmail => ({
  emailId: `support_${threadId}_${dueAt.getTime()}_${encodeURIComponent(userId).replaceAll('_', '%5F')}`,
  template: 'support-message',
  to: email,
  data: { subject: 'Our support team has written to you', name },
  about: { threadId },
})
