import * as z from 'zod'
import type { Actor } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { items } from '../../items/item.ts'
import { recordOf } from '../../record-of.ts'
import { anyFields, collection, type Query, type Store } from '../../store.ts'
import { type View, viewNames, viewsOf } from '../desk/views.ts'
import { threads } from '../thread-writes.ts'

export const overviewCounts = z
  .object({
    views: z.object(recordOf(viewNames, () => z.number())),
    waiting: z.object({ items: z.number(), triage: z.number(), requests: z.number().nullable() }).meta({
      description:
        'Open items (for support only messages that did not get through), messages in triage, and requests that nobody has taken up (null for support).',
    }),
    at: z.date(),
  })
  .meta({ id: 'Overview' })
export type Overview = z.infer<typeof overviewCounts>

const triageEntries = collection('triage/{entryId}', anyFields)
const requests = collection('connectionRequests/{requestId}', anyFields)

const inView = ({ where }: View): Query<unknown> =>
  where.reduce((query, filter) => query.where(...filter), threads.any.all())

export const openItems = (store: Store, kind?: string): Promise<number> =>
  store.count(
    kind === undefined
      ? items.where('status', '==', 'open')
      : items.where('status', '==', 'open').where('kind', '==', kind),
  )

export const pendingRequests = (store: Store): Promise<number> =>
  store.count(requests.where('status', '==', 'pending'))

/** Reads no thread. */
export async function overview({ clock, store }: Needs<'store'>, actor: Actor): Promise<Overview> {
  const now = clock.now()
  const views = viewsOf({ userId: actor.uid, now })
  const isForAll = actor.role === 'operations'
  const [counts, items, triage, requests] = await Promise.all([
    Promise.all(viewNames.map(name => store.count(inView(views[name])))),
    openItems(store, isForAll ? undefined : 'send-failed'),
    store.count(triageEntries.where('status', '==', 'open')),
    isForAll ? pendingRequests(store) : null,
  ])
  return {
    views: recordOf(viewNames, name => counts[viewNames.indexOf(name)] ?? 0),
    waiting: { items, triage, requests },
    at: now,
  }
}
