import type { StaffRole, Standing } from './standing.ts'

/** What Firestore's rules compare a token of our staff with. */
export interface KeptStanding {
  /** Absent: none of ours any more, since `endedAt`. */
  role?: StaffRole | undefined
  /** Seconds since 1970, as tokens count. */
  validSince: number
  endedAt?: Date | undefined
}

/** `standings/{uid}`. */
export interface Standings {
  /** One query. */
  all(): Promise<Map<string, KeptStanding>>
  /** Undefined takes one away. One commit for each 400. */
  write(changes: ReadonlyMap<string, KeptStanding | undefined>): Promise<void>
}

/** The records of users, wherever they sign in. Throws `provider-unavailable` when they cannot be read. */
export interface UserRecords {
  /** One request for each hundred; those that there are not are left out. */
  find(uids: readonly string[]): Promise<Map<string, Standing>>
  /** At most a thousand, and where the next page begins; after the last one nowhere. */
  page(after: string | undefined): Promise<{ users: Map<string, Standing>; next: string | undefined }>
}
