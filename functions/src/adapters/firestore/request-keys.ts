import { storedRequestKeys } from '../../lib/portfolio/entry.ts'
import { hasAll } from '../../lib/portfolio/search-keys.ts'
import type { Firestore } from './client.ts'
import { keyed, matching } from './matching.ts'
import { repository, soundIn } from './repository.ts'

const pageSize = 50

export const requestKeyDocs = (db: Firestore) =>
  repository(db, { path: (requestId: string) => `requestKeys/${requestId}`, schema: storedRequestKeys })

/** A page of the ids of requests with all of the keys, newest first; undefined for a cursor that names none. */
export async function requestsWith(
  db: Firestore,
  keys: readonly string[],
  cursor: string | undefined,
): Promise<{ ids: string[]; next: string | null } | undefined> {
  const all = (await db.queries()).collection('requestKeys')
  const after = cursor === undefined ? undefined : await all.doc(cursor).get()
  if (after?.exists === false) return undefined
  const { found, next } = await matching(keyed(all, keys).orderBy('createdAt', 'desc'), after, pageSize, {
    read: snapshot => {
      const stored = soundIn(snapshot, storedRequestKeys)
      return stored && hasAll(stored.keys, keys) ? snapshot.id : undefined
    },
    placeOf: snapshot => snapshot,
  })
  return { ids: found, next: next?.id ?? null }
}
