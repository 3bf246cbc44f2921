import type { OptOuts } from '../chat/guest.ts'
import type { Needs } from '../context.ts'
import type { Documents } from '../documents.ts'
import type { DueKind } from '../due/due.ts'
import type { BookingFeed } from '../reservations/ports.ts'
import type { Retention } from '../retention.ts'

type Shared = 'auditLog' | 'billing' | 'due' | 'guests' | 'items' | 'messages' | 'operations' | 'threads'

/** What the commands of `npm run ops` work with. */
export interface OpsContext extends Needs<Shared> {
  documents: Documents
  /** Of due work, by name. */
  dueKinds: Readonly<Record<string, Pick<DueKind, 'lane' | 'query'>>>
  feed(): Promise<Pick<BookingFeed, 'acknowledge'>>
  /** Hashed by these keys. */
  optOutsBy(keys: readonly string[]): Pick<OptOuts, 'noteOptOut'>
  retention: Retention
  /** Progress, for people. */
  tell(line: string): void
}
