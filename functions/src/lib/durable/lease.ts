import type { Clock, Ids } from '../ports.ts'

/** A claim expires, so a dead holder blocks nobody. */
export interface Claim {
  claimId: string
  leaseUntil: Date
}

export interface StoredClaim {
  claimId?: string | null | undefined
  leaseUntil?: Date | null | undefined
}

/** Milliseconds; longer than the work takes. */
export const leases = {
  delivery: 120_000,
  email: 120_000,
  /** The function ends after 60 s. */
  connection: 90_000,
  channel: 90_000,
  pull: 90_000,
  scheduled: 120_000,
  /** A row takes as long as a connection. */
  batch: 120_000,
  conversation: 60_000,
} as const

export type LeaseKind = keyof typeof leases

export const leaseUntil = (kind: LeaseKind, now: Date): Date => new Date(now.getTime() + leases[kind])

export const newClaim = (
  { clock, ids }: { clock: Pick<Clock, 'now'>; ids: Pick<Ids, 'claim'> },
  kind: LeaseKind,
): Claim => ({ claimId: ids.claim(), leaseUntil: leaseUntil(kind, clock.now()) })

export const isAlive = ({ leaseUntil: end }: StoredClaim, now: Date): boolean =>
  end !== undefined && end !== null && end > now

/** Even if expired. */
export const isHeldBy = (stored: StoredClaim | undefined, claimId: string | undefined): boolean =>
  claimId !== undefined && stored?.claimId === claimId

/** Its holder may write nothing more. */
export class ClaimLostError extends Error {
  override readonly name = 'ClaimLostError'
}
