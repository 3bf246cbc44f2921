import type { Needs } from '../../context.ts'
import type { CannedReply } from './canned.ts'

/** All that the team keeps, by name. Two round trips. */
export async function listCanned({ cannedReplies }: Needs<'cannedReplies'>): Promise<CannedReply[]> {
  const all = await cannedReplies.all()
  return all.toSorted((one, other) => one.name.localeCompare(other.name) || (one.id < other.id ? -1 : 1))
}
