import type { LedgerRecord } from './ledger.ts'
import type { LedgerPlace } from './ledger-pages.ts'
import type { LedgerFilter } from './read-ledger.ts'
import type { View } from './views.ts'

/** A stretch of the ledger, its end not included. */
export interface LedgerSpan {
  from: Date
  until: Date
  after?: LedgerPlace | undefined
}

export interface Waits {
  records: LedgerRecord[]
  isCut: boolean
}

interface Named<Value> {
  teams: Value
  properties: Value
}

/** What is asked of many threads at once for the people who work on them. */
export interface Desk {
  /** How many threads stand in each view, at the price of a read for each thousand. One round trip. */
  counts(views: readonly View[]): Promise<number[]>
  /**
   * Records of waits that began in the span, oldest first, then by id, and whether there may be more. Narrowed by one
   * part of the filter at most; what cannot be read is left out. One round trip.
   */
  waits(span: LedgerSpan, filter: LedgerFilter, limit: number): Promise<Waits>
  /** The names of those that have one. One round trip. */
  names(ids: Named<readonly string[]>): Promise<Named<ReadonlyMap<string, string>>>
}
