/** `role` claim of an ID token, plus `guest` for the author of an inbound message (no token carries it). */
export const tokenRoles = ['operations', 'support', 'service', 'landlord'] as const
export type TokenRole = (typeof tokenRoles)[number]
export const roles = [...tokenRoles, 'guest', 'user'] as const
export type Role = (typeof roles)[number]

/** Where a request came from, for the audit log. */
export interface Origin {
  /** As the platform saw it. */
  ipAddress: string
  /** Another one that the request names as its client's; nobody has checked it. */
  claimedAddress?: string | undefined
  userAgent: string
}

/** Who acts. Derived from the token or the verified webhook, never from a body. */
export interface Actor {
  uid: string
  role: Role
  /** Absent for actors that are not a person at a client; nothing is audited then. */
  origin?: Origin | undefined
}

export const isStaff = (actor: Actor): boolean => actor.role === 'operations' || actor.role === 'support'

/** Staff, our own services, and guests behind a verified webhook may set fields that say where a message came from. */
export const isTrusted = (actor: Actor): boolean =>
  isStaff(actor) || actor.role === 'service' || actor.role === 'guest'
