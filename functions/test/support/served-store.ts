import type { Query, Store } from '../../src/lib/store.ts'
import { indexSpec, isServed, specText } from '../rules/index-spec.ts'

const spec = indexSpec.parse(JSON.parse(specText))

/** Throws where no index serves the query, as Firestore does; neither its emulator nor the documents in memory do. */
function expectServed({ collection, isGroup, filters, either, order }: Query<unknown>): void {
  const of = {
    collection: collection.split('/').at(-1) ?? '',
    group: isGroup,
    order: order.map(([field, direction]): [string, string] => [field, direction]),
  }
  const all = filters.map(([field, comparison]): [string, string] => [field, comparison])
  // Each filter of a disjunction is a query of its own.
  const parts = either.length > 0 ? either.map(([field, comparison]) => [...all, [field, comparison]]) : [all]
  for (const part of parts) {
    const query = {
      ...of,
      filters: part.map(([field = '', comparison = '']): [string, string] => [field, comparison]),
    }
    if (!isServed(spec, query)) throw new Error(`no index serves ${JSON.stringify(query)}`)
  }
}

/** The same store, which refuses what no index serves. */
export const servedStore = (store: Store): Store => ({
  ...store,
  async find(query) {
    expectServed(query)
    return store.find(query)
  },
  async count(query) {
    expectServed(query)
    return store.count(query)
  },
})
