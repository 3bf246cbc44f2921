import type { Store } from '../../src/adapters/firestore/slim/store.ts'

/** The same store, whose reads of documents are counted. */
export const countedStore = (store: Store, counted: { reads: number }): Store => ({
  ...store,
  read(paths, fields) {
    counted.reads += paths.length
    return store.read(paths, fields)
  },
  sum(query) {
    counted.reads += 1
    return store.sum(query)
  },
  count(query) {
    counted.reads += 1
    return store.count(query)
  },
})
