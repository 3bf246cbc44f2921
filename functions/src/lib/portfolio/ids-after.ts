import { properties } from '../company.ts'
import { textAt } from '../documents.ts'
import { isDocumentId } from '../identifiers.ts'
import type { Query, Store, StoredDocument } from '../store.ts'
import { portfolio } from './entry.ts'
import { channels, requests } from './sources.ts'

export async function idsAfter(
  store: Store,
  propertyId: string | undefined,
  limit: number,
): Promise<string[]> {
  const ids: string[] = []
  for (let after = propertyId; ids.length < limit; ) {
    const stretch = await stretchAfter(store, after, limit)
    ids.push(...stretch.ids)
    if (stretch.until === undefined) break
    after = stretch.until
  }
  return ids.slice(0, limit)
}

/** Firestore sorts ids by bytes. */
const bytewise = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** `until`: complete up to it. */
async function stretchAfter(
  store: Store,
  propertyId: string | undefined,
  limit: number,
): Promise<{ ids: string[]; until: string | undefined }> {
  const after = propertyId === undefined ? undefined : [propertyId]
  const behind = async (ordered: Query, of: (document: StoredDocument) => string) =>
    (await store.find(ordered.after(after).limit(limit))).map(of)
  const idOf = ({ id }: StoredDocument) => id
  const named = (document: StoredDocument) => textAt(document, 'propertyId') ?? ''
  const lists = await Promise.all([
    behind(properties.orderBy('__name__').select(), idOf),
    behind(portfolio.any.orderBy('__name__').select(), idOf),
    behind(channels.orderBy('propertyId').select('propertyId'), named),
    behind(requests.orderBy('propertyId').select('propertyId'), named),
  ])
  const [until] = lists.flatMap(ids => (ids.length < limit ? [] : (ids.at(-1) ?? []))).toSorted(bytewise)
  const ids = [...new Set(lists.flat())]
    .filter(id => isDocumentId(id) && (until === undefined || bytewise(id, until) <= 0))
    .toSorted(bytewise)
  return { ids, until }
}
