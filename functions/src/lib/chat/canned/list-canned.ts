import type { Needs } from '../../context.ts'
import type { CannedReply } from './canned.ts'

export interface CannedList {
  replies: CannedReply[]
  /** Whoever changed one last, also who has left since. */
  authors: Record<string, { name: string | null }>
}

/** All that the team keeps, by name. Three round trips. */
export async function listCanned({
  cannedReplies,
  guests,
}: Needs<'cannedReplies' | 'guests'>): Promise<CannedList> {
  const all = await cannedReplies.all()
  const ids = [...new Set(all.map(({ changedBy }) => changedBy))]
  const names = ids.length > 0 ? await guests.authorNames(ids) : new Map<string, string>()
  return {
    replies: all.toSorted((one, other) => one.name.localeCompare(other.name) || (one.id < other.id ? -1 : 1)),
    authors: Object.fromEntries(ids.map(id => [id, { name: names.get(id) ?? null }])),
  }
}
