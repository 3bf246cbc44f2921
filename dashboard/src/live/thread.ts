import type { Filed } from '@functions/lib/chat/desk/lists.ts'
import type { IndexRecord } from '../api/search-client.ts'
import type { Cause } from './causes.ts'
import type { Desk } from './desk.ts'

/** Where a guest writes from, as a row has it. */
export interface RowFacts extends Pick<Filed, 'channel' | 'stay'> {
  /** The booking site at which the guest wrote last. */
  site: string | null
  propertyName: string | null
}

/** A thread as Firestore has it. */
export interface LiveThread {
  record: IndexRecord
  desk: Desk
  filed: Filed
  facts: RowFacts
  /** Why users have to attend, where it is stored. */
  attention: Readonly<Record<string, readonly Cause[]>>
  /** Ids of the newest message, and by user of their last send that failed. */
  newest: { message: unknown; failures: Readonly<Record<string, unknown>> }
}
