import type { Clock, Ids } from '../ports.ts'

/** An exclusive claim on a document, stored in it. It expires, so a dead holder blocks nobody. */
export interface Claim {
  claimId: string
  leaseUntil: Date
}

/** A stored claim: the fields are absent or null if it was released or never made. */
export interface StoredClaim {
  claimId?: string | null | undefined
  leaseUntil?: Date | null | undefined
}

/** How long each kind of work may hold its document: longer than it takes. Milliseconds. */
export const leases = {
  delivery: 120_000,
  email: 120_000,
  /** The function that connects ends after 60 s. */
  connection: 90_000,
  /** Mapping or disconnecting a channel. */
  channel: 90_000,
  pull: 90_000,
  /** Posting a message whose time has come. */
  scheduled: 120_000,
  /** Some rows of a batch: each ends as a connection does. */
  batch: 120_000,
  /** Reading a conversation at an OTA. */
  conversation: 60_000,
} as const

export type LeaseKind = keyof typeof leases

/** The end of a lease that starts or is renewed now. */
export const leaseUntil = (kind: LeaseKind, now: Date): Date => new Date(now.getTime() + leases[kind])

/** A new claim with a new id. */
export const newClaim = (
  { clock, ids }: { clock: Pick<Clock, 'now'>; ids: Pick<Ids, 'claim'> },
  kind: LeaseKind,
): Claim => ({ claimId: ids.claim(), leaseUntil: leaseUntil(kind, clock.now()) })

/** Whether the claim is still held. One without an end is not. */
export const isAlive = ({ leaseUntil: end }: StoredClaim, now: Date): boolean =>
  end !== undefined && end !== null && end > now

/** Whether the document still has that claim, even if expired, as long as nobody has taken it over. */
export const isHeldBy = (stored: StoredClaim | undefined, claimId: string | undefined): boolean =>
  claimId !== undefined && stored?.claimId === claimId

/** Somebody else holds the document now: the old claim may write nothing more. */
export class ClaimLostError extends Error {
  override readonly name = 'ClaimLostError'
}
