import type { NewEmail } from '../../email/ports.ts'
import type { Revision, Versioned } from '../../ports.ts'
import type { Thread } from '../thread.ts'
import type { NotificationPatch } from './notification.ts'

/** A user with an account, whom an e-mail can reach. */
export interface Landlord {
  userId: string
  name: string
  email: string
}

/** One atomic write: the e-mails, and what is due in the thread after them. */
export interface Settlement {
  threadId: string
  /** The write fails when the thread has changed since. */
  revision: Revision
  emails: NewEmail[]
  /** A field that is missing is taken away. */
  left: NotificationPatch
  at: Date
}

export interface SupportStore {
  /** Ids of the threads whose notification is due, as many as one run of a sweep takes. */
  dueThreads(now: Date): Promise<string[]>
  thread(threadId: string): Promise<Versioned<Thread> | undefined>
  /** Those of the users who have an account with an e-mail address. */
  landlords(userIds: readonly string[]): Promise<Landlord[]>
  /** False when the thread has changed since, or the answer was lost: nobody knows without reading back. */
  settle(settlement: Settlement): Promise<boolean>
}
