import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore'
import { plain } from '../../../functions/src/adapters/firestore/repository.ts'
import { copiesOf } from './copies.ts'
import { type Counts, countsOf } from './erase-guest.ts'

/** Everything that is stored of a guest, by collection and path, as JSON; files by their addresses. */
export async function exportGuest(
  db: Firestore,
  guestId: string,
): Promise<{ counts: Counts; documents: Record<string, unknown> }> {
  const copies = await copiesOf(db, guestId)
  const { guest, user, reservations, threads, triage, emails, items, audits, spamMarks } = copies
  const found: DocumentSnapshot[] = [
    ...[guest, user].filter(one => one?.exists),
    ...reservations,
    ...threads.flatMap(({ thread, isTheirs, messages }) => [...(isTheirs ? [thread] : []), ...messages]),
    ...[triage, emails, items, audits, spamMarks].flat(),
  ].filter(one => one !== undefined)
  return {
    counts: countsOf(copies),
    documents: Object.fromEntries(found.map(document => [document.ref.path, plain(document.data())])),
  }
}
