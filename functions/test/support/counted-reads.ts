import { Query, type Firestore as Sdk } from 'firebase-admin/firestore'
import { type Firestore, firestoreWith } from '../../src/adapters/firestore/sdk.ts'

interface CountedReads {
  firestore: Firestore
  /** Reads that Firestore would have charged so far: documents asked for by their path, and those of queries. */
  reads(): number
}

/** A Firestore that counts what it charges. */
export function countedReads(db: Sdk, counter = { reads: 0 }): CountedReads {
  async function charged(answer: unknown): Promise<unknown> {
    const found = await answer
    counter.reads += chargeOf(found)
    return found
  }
  /** Queries made of it are counted too. */
  const counted = <T extends object>(query: T): T =>
    new Proxy(query, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...given: unknown[]) => {
          const result: unknown = Reflect.apply(value, target, given)
          if (name === 'get') return charged(result)
          return result instanceof Query || isCounting(result) ? counted(result) : result
        }
      },
    })
  const documents = firestoreWith(db, store => ({
    ...store,
    read(...places) {
      counter.reads += places[0].length
      return store.read(...places)
    },
  }))
  return { firestore: { ...documents, queries: counted(db) }, reads: () => counter.reads }
}

/** The SDK does not export the class. */
const isCounting = (made: unknown): made is object =>
  typeof made === 'object' && made?.constructor.name === 'AggregateQuery'

/** A query that finds nothing costs one read, and so do a thousand documents that are only counted. */
function chargeOf(found: unknown): number {
  if (typeof found !== 'object' || found === null) throw new Error('a query has no answer')
  if ('size' in found) return Math.max(1, Number(found.size))
  if ('data' in found && typeof found.data === 'function') return countCharge(Number(found.data().count ?? 0))
  throw new Error('a query answers neither documents nor a count')
}

const countCharge = (counted: number): number => Math.max(1, Math.ceil(counted / 1000))
