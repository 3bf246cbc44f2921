import type { Fields } from '../documents.ts'
import { type CopiesDeps, copiesOf } from './copies.ts'
import { type Counts, countsOf } from './erase-guest.ts'

/** Everything that is stored of a guest, by path, as JSON; files by their addresses. */
export async function exportGuest(
  deps: CopiesDeps,
  guestId: string,
): Promise<{ counts: Counts; documents: Record<string, Fields> }> {
  const copies = await copiesOf(deps, guestId)
  const { guest, user, reservations, threads, scheduled, conversations, triage, ...others } = copies
  const { emails, items, audits, spamMarks } = others
  const found = [
    ...[guest, user].filter(one => one !== undefined),
    ...reservations,
    ...threads.flatMap(({ thread, isTheirs, messages }) => [...(isTheirs ? [thread] : []), ...messages]),
    ...[scheduled, conversations, triage, emails, items, audits, spamMarks].flat(),
  ]
  return {
    counts: countsOf(copies),
    documents: Object.fromEntries(found.map(({ path, value }) => [path, value])),
  }
}
