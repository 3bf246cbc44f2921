import type { Actor } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { recordOf } from '../../record-of.ts'
import { type ViewName, viewNames, viewsOf } from './views.ts'

export interface Overview {
  /** How many threads stand in each; `mine` is the caller's. */
  views: Record<ViewName, number>
  /** When it was so. */
  at: Date
}

/** Counts the views that people work from. Reads no thread. */
export async function overview({ clock, desk }: Needs<'desk'>, actor: Actor): Promise<Overview> {
  const now = clock.now()
  const views = viewsOf({ userId: actor.uid, now })
  const counts = await desk.counts(viewNames.map(name => views[name]))
  return { views: recordOf(viewNames, name => counts[viewNames.indexOf(name)] ?? 0), at: now }
}
