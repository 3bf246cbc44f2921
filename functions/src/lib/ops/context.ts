import type { Needs } from '../context.ts'
import type { DueKind } from '../due/due.ts'
import type { BookingFeed } from '../reservations/ports.ts'
import type { Retention } from '../retention.ts'

type Shared = 'auditLog' | 'billing' | 'store' | 'vendorOf'

export interface OpsContext extends Needs<Shared> {
  dueKinds: Readonly<Record<string, Pick<DueKind, 'lane' | 'query'>>>
  feed(): Promise<Pick<BookingFeed, 'acknowledge'>>
  retention: Retention
  tell(line: string): void
}
