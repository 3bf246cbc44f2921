import type { StaffRole, UserStatus } from './user-status.ts'

/** What Firestore's rules compare a staff token with. Kept as long as the account, so that former staff are known. */
export interface KeptUserStatus {
  /** Absent: no longer staff, since `endedAt`. */
  role?: StaffRole | undefined
  /** Seconds since 1970, as tokens count. */
  validSince: number
  endedAt?: Date | undefined
}

/** `standings/{uid}`. */
export interface UserStatuses {
  /** Whether the user has been seen in a staff role. One read. */
  has(uid: string): Promise<boolean>
  /** One query. */
  all(): Promise<Map<string, KeptUserStatus>>
  /** Undefined deletes one. One commit per 400. */
  write(changes: ReadonlyMap<string, KeptUserStatus | undefined>): Promise<void>
}

/** Users' sign-in records. Throws `provider-unavailable` if they cannot be read. */
export interface UserRecords {
  /** One request per hundred; unknown ones are left out. */
  find(uids: readonly string[]): Promise<Map<string, UserStatus>>
  /** At most a thousand; `next` is undefined on the last page. */
  page(after: string | undefined): Promise<{ users: Map<string, UserStatus>; next: string | undefined }>
}
