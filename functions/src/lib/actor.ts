/**
 * `role` claim of an ID token, plus `guest` for the author of an inbound message, and `ota` for what came in from an OTA and
 * no guest wrote (no token carries these).
 */
export const tokenRoles = ['operations', 'support', 'service', 'landlord'] as const
export type TokenRole = (typeof tokenRoles)[number]
export const roles = [...tokenRoles, 'guest', 'ota', 'user'] as const
export type Role = (typeof roles)[number]

/** A request's origin, for the audit log. */
export interface Origin {
  /** As the platform saw it. */
  ipAddress: string
  /** The client address that the request claims, unverified. */
  claimedAddress?: string | undefined
  userAgent: string
}

/** Who acts. Derived from the token or the verified webhook, never from a body. */
export interface Actor {
  uid: string
  role: Role
  /** Has been staff and is not any more: no member of any thread, however they were listed. */
  wasStaff?: boolean
  /** When their account and role were looked up, half a minute ago at most. */
  provenAt?: Date
  /** Absent for actors without a client; they are not audited. */
  origin?: Origin | undefined
}

export const isStaff = (actor: Actor): boolean => actor.role === 'operations' || actor.role === 'support'

/** Behind a verified webhook: what it brings is stored, whatever the limits. */
export const cameIn = ({ role }: Actor): boolean => role === 'guest' || role === 'ota'

/** Staff, our services, and guests behind a verified webhook may set the fields about a message's origin. */
export const isTrusted = (actor: Actor): boolean =>
  isStaff(actor) || actor.role === 'service' || cameIn(actor)
