import type { Fields } from '../store.ts'
import { copiesOf } from './copies.ts'
import { type Counts, countsOf } from './erase-guest.ts'
import type { CopiesDeps } from './identities.ts'

export async function exportGuest(
  deps: CopiesDeps,
  guestId: string,
): Promise<{ counts: Counts; documents: Record<string, Fields> }> {
  const copies = await copiesOf(deps, guestId)
  const { guests, users, reservations, threads, scheduled, conversations, triage, ...others } = copies
  const { emails, items, audits, spamMarks } = others
  const documents = [
    ...[guests, users, reservations].flat(),
    ...threads.flatMap(({ thread, isTheirs, messages }) => [...(isTheirs ? [thread] : []), ...messages]),
    ...[scheduled, conversations, triage, emails, items, audits, spamMarks].flat(),
  ]
  return {
    counts: countsOf(copies),
    documents: Object.fromEntries(documents.map(({ path, value }) => [path, value])),
  }
}
