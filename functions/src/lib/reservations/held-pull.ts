import type { AuditEntry } from '../audit.ts'
import type { Needs } from '../context.ts'
import { change } from '../durable/change.ts'
import { ClaimLostError, isHeldBy, leaseUntil } from '../durable/lease.ts'
import type { System } from '../ports.ts'
import type { HeldPull, PullPatch } from './ports.ts'
import type { Pull } from './pull.ts'

export type PullDeps = Needs<'channels' | 'feed' | 'guests' | 'items' | 'reservations' | 'threads'>

/** A running pull, as its holder knows it. */
export interface PullRun {
  propertyId: string
  held: HeldPull
  /** Entries this run has processed. */
  seen: Set<string>
  /** No booking is started after this. */
  until: Date
  /** Bookings that could not be stored, and stored ones that could not be acknowledged. */
  failed: number
  unacknowledged: number
  /** Failed acknowledgements that were not refusals. */
  unanswered: number
}

/** A change of a pull with its audit entries. Must be idempotent. */
export interface PullChange {
  patch: PullPatch
  audits?: readonly AuditEntry[]
}

export function renewedLease({ clock }: System): Pick<Pull, 'leaseUntil' | 'dueAt'> {
  const end = leaseUntil('pull', clock.now())
  return { leaseUntil: end, dueAt: end }
}

/** Rereads a run's pull. Throws ClaimLostError if somebody has taken it over. */
export async function rereadPull({ reservations }: PullDeps, run: PullRun): Promise<HeldPull> {
  const stored = await reservations.pull(run.propertyId)
  if (!stored || !isHeldBy(stored.value, run.held.value.claimId ?? undefined))
    throw new ClaimLostError('another pull has taken over')
  run.held = stored
  return stored
}

/** Changes the pull as its holder, and renews the lease. Throws ClaimLostError. */
export const changePull = (deps: PullDeps, run: PullRun, decide: (pull: Pull) => PullChange): Promise<void> =>
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
