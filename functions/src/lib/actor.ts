/** No token has `guest` (inbound authors) or `ota` (OTAs' own messages). */
export const tokenRoles = ['operations', 'support', 'service', 'landlord'] as const
export type TokenRole = (typeof tokenRoles)[number]
export const roles = [...tokenRoles, 'guest', 'ota', 'user'] as const
export type Role = (typeof roles)[number]

export interface Origin {
  ipAddress: string
  /** Unverified. */
  claimedAddress?: string | undefined
  userAgent: string
}

export interface Actor {
  uid: string
  role: Role
  /** Former staff are members of no thread. */
  wasStaff?: boolean
  /** At most half a minute ago. */
  provenAt?: Date
  /** An actor without it is not audited. */
  origin?: Origin | undefined
}

export const systemActorId = 'system'

export const isStaff = (actor: Actor): boolean => actor.role === 'operations' || actor.role === 'support'

export const isInbound = ({ role }: Actor): boolean => role === 'guest' || role === 'ota'

export const isTrusted = (actor: Actor): boolean =>
  isStaff(actor) || actor.role === 'service' || isInbound(actor)
