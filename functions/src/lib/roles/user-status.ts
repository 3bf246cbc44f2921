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
