import type { Actor } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { recordOf } from '../../record-of.ts'
import { type ViewName, viewNames, viewsOf } from './views.ts'

export interface WaitingBesideThreads {
  /** Open items; for support only messages that did not get through. */
  items: number
  /** Messages in triage. */
  triage: number
  /** Requests that nobody has taken up; null for support. */
  requests: number | null
}

export interface Overview {
  /** How many threads stand in each; `mine` is the caller's. */
  views: Record<ViewName, number>
  waiting: WaitingBesideThreads
  /** When it was so. */
  at: Date
}

/** Counts what people work from. Reads no thread. */
export async function overview({ clock, desk }: Needs<'desk'>, actor: Actor): Promise<Overview> {
  const now = clock.now()
  const views = viewsOf({ userId: actor.uid, now })
  const isForAll = actor.role === 'operations'
  const [counts, items, triage, requests] = await Promise.all([
    desk.counts(viewNames.map(name => views[name])),
    desk.openItems(isForAll ? undefined : 'send-failed'),
    desk.openTriage(),
    isForAll ? desk.pendingRequests() : null,
  ])
  return {
    views: recordOf(viewNames, name => counts[viewNames.indexOf(name)] ?? 0),
    waiting: { items, triage, requests },
    at: now,
  }
}
