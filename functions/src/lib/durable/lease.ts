import type { Clock, Ids } from '../ports.ts'

/** The right to work on a document, as the document keeps it. It ends by itself, so a dead holder keeps nobody out. */
export interface Claim {
  claimId: string
  leaseUntil: Date
}

/** A claim as it may be stored: fields of a claim that was given up, or never made, are absent or null. */
export interface StoredClaim {
  claimId?: string | null | undefined
  leaseUntil?: Date | null | undefined
}

/** How long each kind of work may hold its document; longer than the work takes. Milliseconds. */
export const leases = {
  delivery: 120_000,
  email: 120_000,
  /** The function that connects ends after 60 s. */
  connection: 90_000,
  /** Mapping or disconnecting a channel. */
  channel: 90_000,
  pull: 90_000,
} as const

export type LeaseKind = keyof typeof leases

/** When a lease that begins, or is renewed, now runs out. */
export const leaseUntil = (kind: LeaseKind, now: Date): Date => new Date(now.getTime() + leases[kind])

/** A new claim, under an id of its own. */
export const newClaim = (
  { clock, ids }: { clock: Pick<Clock, 'now'>; ids: Pick<Ids, 'claim'> },
  kind: LeaseKind,
): Claim => ({ claimId: ids.claim(), leaseUntil: leaseUntil(kind, clock.now()) })

/** Whether somebody holds the document. A stored lease without an end holds nobody out. */
export const isAlive = ({ leaseUntil: end }: StoredClaim, now: Date): boolean =>
  end !== undefined && end !== null && end > now

/** Whether the document is still under that claim; its lease may have run out, as long as nobody took it over. */
export const isHeldBy = (stored: StoredClaim | undefined, claimId: string | undefined): boolean =>
  claimId !== undefined && stored?.claimId === claimId

/** Somebody else holds the document now: nothing may be written under the old claim any more. */
export class ClaimLostError extends Error {
  override readonly name = 'ClaimLostError'
}
