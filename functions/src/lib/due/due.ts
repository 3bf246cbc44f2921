import type { NewItem } from '../items/item.ts'
import type { Revision } from '../ports.ts'
import type { Lane } from './lanes.ts'

/**
 * The query for one kind of due work. Its time field exists only while something is due, so other documents are never
 * read.
 */
export interface DueQuery {
  collection: string
  /** Whether it is a collection group. */
  group?: boolean
  filters?: readonly (readonly [field: string, values: readonly string[]])[]
  /** The field with the due time. */
  at: string
  /** The field with the time's shard, for times written by posts: an index that only grows at its end is slow. */
  shard?: string
}

/** A document with due work. */
export interface DuePiece {
  path: string
  /** The ids in its path, in order. */
  ids: string[]
  dueAt: Date
  revision: Revision
  /** Whether it was quarantined and has not succeeded since. */
  isQuarantined: boolean
  /** Its position in the query's order. */
  cursor: unknown
}

/** The end of a quarantine, and an item for a person unless there is one. */
interface Quarantine {
  until: Date
  item?: NewItem | undefined
}

/** Finds what is due. Each call is one round trip. */
export interface DueWork {
  /** Whether the store itself failed temporarily. */
  isTransient(error: unknown): Promise<boolean>
  /** A page, oldest first, after that piece. */
  page(query: DueQuery, now: Date, limit: number, after?: DuePiece): Promise<DuePiece[]>
  /** Makes a piece due now and returns it; undefined if it has changed meanwhile. */
  hasten(query: DueQuery, piece: DuePiece, now: Date): Promise<DuePiece | undefined>
  /** Skips one that has changed meanwhile. */
  quarantine(query: DueQuery, piece: DuePiece, quarantine: Quarantine): Promise<void>
  /** Ends the quarantine of a piece that has succeeded, and resolves these items if they exist. */
  settle(query: DueQuery, piece: DuePiece, itemIds: readonly string[], at: Date): Promise<void>
  /** The oldest due time; undefined if nothing waits. */
  oldest(query: DueQuery): Promise<Date | undefined>
  /** How many are due, the oldest due time, and how many are due later. */
  count(query: DueQuery, now: Date): Promise<{ count: number; oldest: Date | undefined; later: number }>
}

/** One kind of due work. */
export interface DueKind {
  name: string
  lane: Lane
  query: DueQuery
  /** Whether it must not be done before its time, also to probe a vendor. */
  keepsTime?: boolean
  /** Whether its work calls no vendor, so that an outage does not stop it. */
  asksNobody?: boolean
  /** The lane of a second vendor that its work calls: it goes on while both answer, and nothing else waits for it. */
  alsoAsks?: Lane
  /** Whether a person who pauses its lane does not stop it either. */
  isUnpaused?: boolean
}
