import { Query, type Firestore as Sdk } from 'firebase-admin/firestore'
import { type Firestore, firestoreWith } from '../functions/src/adapters/firestore/client.ts'
import { countedStore } from '../functions/test/support/counted-store.ts'

const counted = { reads: 0, writes: 0 }

/**
 * The Firestore of that client of the SDK, which counts every document that is read or written. A query that finds none
 * costs one read.
 */
export function countingDocuments(db: Sdk): Firestore {
  countQueries()
  return firestoreWith(db, store => ({
    ...countedStore(store, counted),
    commit(writes) {
      counted.writes += writes.length
      return store.commit(writes)
    },
  }))
}

/** By all that were read through it so far. */
export const documentsRead = (): number => counted.reads

let isCounting = false

/** The class is everybody's: counted twice, a document would be two. */
function countQueries(): void {
  if (isCounting) return
  isCounting = true
  instead(Query.prototype, 'get', async call => {
    const found = await call()
    const size = typeof found === 'object' && found !== null ? Number(Reflect.get(found, 'size')) : 0
    counted.reads += Math.max(1, size)
    return found
  })
}

function instead(on: object, name: string, run: (call: () => unknown) => unknown): void {
  const real: unknown = Reflect.get(on, name)
  if (typeof real !== 'function') throw new Error(`Firestore has no ${name}`)
  Reflect.set(on, name, function (this: unknown, ...given: unknown[]) {
    return run(() => Reflect.apply(real, this, given))
  })
}
