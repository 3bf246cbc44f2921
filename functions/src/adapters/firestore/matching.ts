import type { Query, QueryDocumentSnapshot } from 'firebase-admin/firestore'
import { pageOf } from './paths.ts'

/** Documents read for one page, most, however few of them have all of the keys. */
const mostLookedAt = 300

/** Narrowed by the first of the keys, for which there is an index; the others are checked on what it finds. */
export const keyed = (collection: Query, [first]: readonly string[]): Query =>
  first === undefined ? collection : collection.where('keys', 'array-contains', first)

interface Reading<Item, Place> {
  /** Undefined for a document that is passed over. */
  read(snapshot: QueryDocumentSnapshot): Item | undefined
  /** By which the query is ordered. */
  placeOf(snapshot: QueryDocumentSnapshot): Place | undefined
}

/** A page of an ordered query, and behind which place the next one begins; undefined after the last. */
export async function matching<Item, Place>(
  ordered: Query,
  after: Place | undefined,
  size: number,
  { read, placeOf }: Reading<Item, Place>,
): Promise<{ found: Item[]; next: Place | undefined }> {
  const found: Item[] = []
  let [place, last, lookedAt] = [after, after, 0]
  while (true) {
    const limit = lookedAt === 0 ? size + 1 : mostLookedAt
    const docs = await pageOf(ordered, limit, place)
    for (const document of docs) {
      const item = read(document)
      if (item !== undefined && found.length === size) return { found, next: last }
      if (item !== undefined) found.push(item)
      last = placeOf(document) ?? last
    }
    lookedAt += docs.length
    if (docs.length < limit) return { found, next: undefined }
    if (lookedAt >= mostLookedAt) return { found, next: last }
    place = last
  }
}
