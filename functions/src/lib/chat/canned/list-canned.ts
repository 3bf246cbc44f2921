import * as z from 'zod'
import type { Needs } from '../../context.ts'
import { authorNames } from '../author-names.ts'
import { cannedNames, cannedReplies, cannedReply, cannedView, mostCanned } from './canned.ts'

export const cannedList = z
  .object({
    replies: z.array(cannedReply).max(mostCanned),
    authors: z.record(z.string(), z.object({ name: z.string().nullable() })),
  })
  .meta({ id: 'CannedReplies' })
export type CannedList = z.infer<typeof cannedList>

/** Three round trips. */
export async function listCanned({ store }: Needs<'store'>): Promise<CannedList> {
  const replyIds = Object.keys((await store.read(cannedNames))?.value.names ?? {})
  const replies = await store.readAll(replyIds.map(id => cannedReplies.at(id)))
  const all = replies.map(({ id, value }) => cannedView(id, value))
  const ids = [...new Set(all.map(({ changedBy }) => changedBy))]
  const names = await authorNames(store, ids)
  return {
    replies: all.toSorted((one, other) => one.name.localeCompare(other.name) || (one.id < other.id ? -1 : 1)),
    authors: Object.fromEntries(ids.map(id => [id, { name: names.get(id) ?? null }])),
  }
}
