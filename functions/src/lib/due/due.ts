import type { NewItem } from '../items/item.ts'
import type { Revision } from '../ports.ts'
import type { Lane } from './lanes.ts'

/**
 * Where the documents of one kind of due work stand, and which field says when somebody has to look: it exists only
 * while something is due, so what is not due is never read.
 */
export interface DueQuery {
  collection: string
  /** Over every collection of that name. */
  group?: boolean
  filters?: readonly (readonly [field: string, values: readonly string[]])[]
  /** The field that holds the time. */
  at: string
  /** The field that holds the time's shard, where each post may write one: no index then grows at one end. */
  shard?: string
}

/** A document that somebody has to look at. */
export interface DuePiece {
  path: string
  /** The ids in its path, in their order. */
  ids: string[]
  dueAt: Date
  revision: Revision
  /** Where it stands among the others. */
  place: unknown
}

/** Finds what is due. Each call is one round trip. */
export interface DueWork {
  /** At most that many, oldest first, of those that come after that piece. */
  page(query: DueQuery, now: Date, limit: number, after?: DuePiece): Promise<DuePiece[]>
  /** Says another time of a piece, with an item for a person if there is one. Leaves one that has changed meanwhile. */
  move(query: DueQuery, piece: DuePiece, to: Date, item?: NewItem): Promise<void>
  /** The store itself failed, for now. */
  isPassing(error: unknown): boolean
  /** Since when the oldest is due; undefined where nothing waits. */
  oldest(query: DueQuery): Promise<Date | undefined>
  /** How many are due, and since when the oldest is; how many wait for their time. */
  count(query: DueQuery, now: Date): Promise<{ count: number; oldest: Date | undefined; later: number }>
}

/** One kind of due work. */
export interface DueKind {
  name: string
  lane: Lane
  query: DueQuery
}
