import type { TokenRole } from '../actor.ts'

/** What a user's record says. */
export interface UserStatus {
  role: unknown
  isDisabled: boolean
  /** Earlier sign-ins have been revoked. Milliseconds since 1970. */
  validSince: number
}

/** What the record says, and whether the user has been seen in a staff role. */
export interface SeenStatus extends UserStatus {
  hasBeenStaff: boolean
  readAt: Date
}

/** Whoever was staff is an ordinary user afterwards, unless they are given the role of a landlord. */
export const isFormerStaff = (status: SeenStatus): boolean =>
  status.hasBeenStaff && staffRole(status) === undefined && status.role !== 'landlord'

/** A role counts only if both the token and the record have it. */
export const heldRole = (claimed: TokenRole, { role }: UserStatus): TokenRole | 'user' =>
  role === claimed ? claimed : 'user'

export type StaffRole = Extract<TokenRole, 'operations' | 'support'>

/** Undefined for non-staff and for disabled users. */
export function staffRole(status: UserStatus | undefined): StaffRole | undefined {
  if (!status || status.isDisabled) return undefined
  return (['operations', 'support'] as const).find(role => role === status.role)
}

/** What Firestore's rules compare a staff token with. Kept as long as the account, so that former staff are known. */
export interface KeptUserStatus {
  /** Absent: no longer staff, since `endedAt`. */
  role?: StaffRole | undefined
  /** Seconds since 1970, as tokens count. */
  validSince: number
  endedAt?: Date | undefined
}

/** What is kept of a user whose record says this, or who has none any more. */
export function keptOf(
  status: UserStatus | undefined,
  kept: KeptUserStatus | undefined,
  now: Date,
): KeptUserStatus {
  const validSince = status ? Math.floor(status.validSince / 1000) : (kept?.validSince ?? 0)
  const role = staffRole(status)
  return role ? { role, validSince } : { validSince, endedAt: kept?.endedAt ?? now }
}

/** `standings/{uid}`: stored under the name that user statuses had before. */
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
