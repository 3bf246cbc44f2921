import type { Query, Store, StoredDocument } from '../store.ts'

const mostLookedAt = 300

export const keyed = (all: Query, [first]: readonly string[]): Query =>
  first === undefined ? all : all.where('keys', 'array-contains', first)

interface Reading<Item> {
  after: readonly unknown[] | undefined
  size: number
  read(document: StoredDocument): Item | undefined
  /** By the query's order. */
  placeOf(document: StoredDocument): readonly unknown[]
}

export async function matching<Item>(
  store: Store,
  ordered: Query,
  { after, size, read, placeOf }: Reading<Item>,
): Promise<{ matches: Item[]; last: StoredDocument | undefined }> {
  const matches: Item[] = []
  let [last, lookedAt]: [StoredDocument | undefined, number] = [undefined, 0]
  while (true) {
    const limit = lookedAt === 0 ? size + 1 : mostLookedAt
    const documents: StoredDocument[] = await store.find(
      ordered.after(last ? placeOf(last) : after).limit(limit),
    )
    for (const document of documents) {
      const item = read(document)
      if (item !== undefined && matches.length === size) return { matches, last }
      if (item !== undefined) matches.push(item)
      last = document
    }
    lookedAt += documents.length
    if (documents.length < limit) return { matches, last: undefined }
    if (lookedAt >= mostLookedAt) return { matches, last }
  }
}
