import type { AuditEntry } from '../audit.ts'
import type { System } from '../ports.ts'
import type { BookingFeed, HeldPull, PullPatch, PullStore, ReservationStore } from './ports.ts'
import type { Pull } from './pull.ts'
import { lease } from './request-pull.ts'

export interface PullDeps extends System {
  pulls: PullStore
  reservations: ReservationStore
  feed: BookingFeed
}

/** A pull under way: what its holder knows. */
export interface Run {
  propertyId: string
  held: HeldPull
  /** Entries that this run has looked at. */
  seen: Set<string>
  /** No further booking is begun after this. */
  until: Date
  /** Bookings that could not be stored, and stored ones that could not be acknowledged. */
  failed: number
  unacknowledged: number
  /** Of those that could not be acknowledged the ones that were not refused. */
  unanswered: number
}

/** Somebody else holds the pull now: nothing of it may be written any more. */
export class PullLostError extends Error {
  override readonly name = 'PullLostError'
}

const maxTries = 6

export const renewed = ({ clock }: System): { leaseUntil: Date } => ({
  leaseUntil: new Date(clock.now().getTime() + lease),
})

/** Reads the pull again after a write that was not confirmed. Throws PullLostError when it is no longer this run's. */
export async function regain({ pulls }: PullDeps, run: Run): Promise<void> {
  const now = await pulls.read(run.propertyId)
  if (now === undefined || now.value.claimId !== run.held.value.claimId)
    throw new PullLostError('another pull has taken over')
  run.held = now
}

/** Changes the pull as its holder. A patch must bear being written twice. */
export async function changePull(
  deps: PullDeps,
  run: Run,
  patchOf: (pull: Pull) => PullPatch,
  audits: () => readonly AuditEntry[] = () => [],
): Promise<void> {
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const patch = { ...renewed(deps), ...patchOf(run.held.value) }
    const changed = await deps.pulls.change(run.propertyId, run.held, patch, audits())
    if (changed) {
      run.held = changed
      return
    }
    await regain(deps, run)
  }
  throw new Error('the state of a pull could not be written')
}
