import type { TokenRole } from '../actor.ts'

/** What the record of a user says at present. */
export interface Standing {
  role: unknown
  isDisabled: boolean
  /** Sign-ins from before then have been ended. Milliseconds since 1970. */
  validSince: number
}

/** A role that only the token or only the record has does not count. */
export const heldRole = (claimed: TokenRole, { role }: Standing): TokenRole | 'user' =>
  role === claimed ? claimed : 'user'

export type StaffRole = Extract<TokenRole, 'operations' | 'support'>

/** Undefined for who is not of our staff, or may not sign in. */
export function staffRole(standing: Standing | undefined): StaffRole | undefined {
  if (!standing || standing.isDisabled) return undefined
  return (['operations', 'support'] as const).find(role => role === standing.role)
}
