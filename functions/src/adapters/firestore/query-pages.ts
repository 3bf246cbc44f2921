import { type Query, type QueryDocumentSnapshot, Timestamp } from 'firebase-admin/firestore'

const pageSize = 500
/** More than one run of a sweep has time for. */
const maxDocuments = 5_000

/**
 * The wanted documents of a query, in its own order. It is gone through page by page, so that however many unwanted ones
 * stand before them keep none back. Select the few fields that are needed.
 */
export async function allOf(
  query: Query,
  isWanted: (snapshot: QueryDocumentSnapshot) => boolean = () => true,
  page = pageSize,
  most = maxDocuments,
): Promise<QueryDocumentSnapshot[]> {
  const wanted: QueryDocumentSnapshot[] = []
  for (let next: Query | undefined = query.limit(page); next && wanted.length < most; ) {
    const { docs }: { docs: QueryDocumentSnapshot[] } = await next.get()
    wanted.push(...docs.filter(isWanted))
    const last = docs.at(-1)
    next = last && docs.length === page ? query.startAfter(last).limit(page) : undefined
  }
  return wanted.slice(0, most)
}

/** Whether the time in that field has come. Where there is none, nothing is to be waited for. */
export function hasCome(snapshot: QueryDocumentSnapshot, field: string, now: Date): boolean {
  const time: unknown = snapshot.get(field)
  return !(time instanceof Timestamp) || time.toDate() <= now
}
