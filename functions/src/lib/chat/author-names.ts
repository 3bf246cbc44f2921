import { textAt } from '../documents.ts'
import { anyFields, collection, type Store } from '../store.ts'
import { guests } from './guest.ts'

const users = collection('users/{uid}', anyFields)

/** A user's name wins over a guest's. */
export async function authorNames(store: Store, ids: readonly string[]): Promise<Map<string, string>> {
  const documents = await store.readAll(
    [guests.any, users].flatMap(authors => ids.flatMap(id => authors.named(id) ?? [])),
  )
  return new Map(
    documents.flatMap(one => {
      const name = textAt(one, 'displayName') ?? textAt(one, 'name')
      return name === undefined ? [] : [[one.id, name] as const]
    }),
  )
}
