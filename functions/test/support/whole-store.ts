import type { CollectionReference, Firestore } from 'firebase-admin/firestore'
import { asJson } from './chat.ts'
import type { Data } from './stack.ts'

/** Every document of every collection, by its path. */
export async function everyDocument(db: Firestore): Promise<Map<string, Data>> {
  const found = new Map<string, Data>()
  const read = async (collection: CollectionReference): Promise<void> => {
    for (const document of (await collection.get()).docs) {
      found.set(document.ref.path, asJson(document.data()))
      for (const below of await document.ref.listCollections()) await read(below)
    }
  }
  for (const collection of await db.listCollections()) await read(collection)
  return found
}

/** How many documents each collection has. */
export function countsByCollection(documents: ReadonlyMap<string, unknown>): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const path of documents.keys()) {
    const collection = path.split('/').at(-2) ?? ''
    counts[collection] = (counts[collection] ?? 0) + 1
  }
  return counts
}
