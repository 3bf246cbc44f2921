import type { Revision } from '../ports.ts'
import type { Query } from '../store.ts'
import type { Lane } from './lanes.ts'

/** Only due documents have the time field. */
export interface DueQuery {
  collection: string
  group?: boolean
  filters?: readonly (readonly [field: string, values: readonly string[]])[]
  at: string
  /** For posts: an index that only grows at its end is slow. */
  shard?: string
}

export interface DuePiece {
  path: string
  ids: string[]
  dueAt: Date
  revision: Revision
  isQuarantined: boolean
  cursor: Query['begin']
}

export interface DueKind {
  name: string
  /** Work without a lane ignores outages and pauses. */
  lane?: Lane
  query: DueQuery
  /** Not even as a probe. */
  keepsTime?: boolean
  /** The work needs both vendors. */
  alsoAsks?: Lane
}
