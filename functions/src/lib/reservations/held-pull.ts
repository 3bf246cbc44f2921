import type { AuditEntry } from '../audit.ts'
import { change } from '../durable/change.ts'
import { ClaimLostError, isHeldBy, leaseUntil } from '../durable/lease.ts'
import type { Missed } from '../health/beats.ts'
import type { Items } from '../items/item.ts'
import type { System } from '../ports.ts'
import type { BookingFeed, HeldPull, PullPatch, Reservations } from './ports.ts'
import type { Pull } from './pull.ts'

export interface PullDeps extends System {
  reservations: Reservations
  items: Pick<Items, 'read' | 'commit'>
  feed: BookingFeed
  /** Told of what no webhook has told. */
  missed?: Missed
}

/** A pull under way: what its holder knows. */
export interface Run {
  propertyId: string
  held: HeldPull
  /** Entries that this run has looked at. */
  seen: Set<string>
  /** No further booking is started after this. */
  until: Date
  /** Bookings that could not be stored, and stored ones that could not be acknowledged. */
  failed: number
  unacknowledged: number
  /** Of those that could not be acknowledged the ones that were not refused. */
  unanswered: number
}

/** What a pull becomes, with the entries that attest it. It must bear being written twice. */
export interface PullChange {
  patch: PullPatch
  audits?: readonly AuditEntry[]
}

export function renewedLease({ clock }: System): Pick<Pull, 'leaseUntil' | 'dueAt'> {
  const end = leaseUntil('pull', clock.now())
  return { leaseUntil: end, dueAt: end }
}

/** Reads the pull of a run anew. Throws ClaimLostError when it is no longer this run's. */
export async function rereadPull({ reservations }: PullDeps, run: Run): Promise<HeldPull> {
  const stored = await reservations.pull(run.propertyId)
  if (!stored || !isHeldBy(stored.value, run.held.value.claimId ?? undefined))
    throw new ClaimLostError('another pull has taken over')
  run.held = stored
  return stored
}

/** Changes the pull as its holder, and renews the lease. Throws ClaimLostError. */
export const changePull = (deps: PullDeps, run: Run, decide: (pull: Pull) => PullChange): Promise<void> =>
  change<HeldPull, PullChange, void>(
    deps,
    {
      read: () => rereadPull(deps, run),
      decide: ({ value }) => ({ write: decide(value) }),
      commit: async ({ patch, audits = [] }, held) => {
        const renewed = { ...renewedLease(deps), ...patch }
        const ended = await deps.reservations.changePull(run.propertyId, held, renewed, { audits })
        if (ended === 'unresolved') return ended
        run.held = ended.result
        return { result: undefined }
      },
    },
    { known: run.held },
  )
