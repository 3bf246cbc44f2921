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
  /** It was set aside, and has not gone through since. */
  isAside: boolean
  /** Where it stands among the others. */
  place: unknown
}

/** Sets a piece aside until then, with an item for a person unless one tells of it already. */
export interface Aside {
  until: Date
  item?: NewItem | undefined
}

/** Finds what is due. Each call is one round trip. */
export interface DueWork {
  /** At most that many, oldest first, of those that come after that piece. */
  page(query: DueQuery, now: Date, limit: number, after?: DuePiece): Promise<DuePiece[]>
  /** Makes a piece due at once; answers it as it is then, nothing where it has changed meanwhile. */
  hasten(query: DueQuery, piece: DuePiece, now: Date): Promise<DuePiece | undefined>
  /** Leaves one that has changed meanwhile. */
  setAside(query: DueQuery, piece: DuePiece, aside: Aside): Promise<void>
  /** What was set aside has gone through: it no longer is, and these items are resolved, as far as there are such. */
  settle(query: DueQuery, piece: DuePiece, itemIds: readonly string[], at: Date): Promise<void>
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
  /** Its work asks no vendor, so it waits for none. */
  asksNobody?: boolean
}
