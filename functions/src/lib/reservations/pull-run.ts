import { type AuditEntry, audited } from '../audit.ts'
import type { Pull } from '../connection/pulls/pull.ts'
import { type PullPatch, type PullRecord, pullWrite, readPull } from '../connection/pulls/stored-pull.ts'
import type { Needs } from '../context.ts'
import { amend } from '../durable/amend.ts'
import { ClaimLostError, isHeldBy, leaseUntil } from '../durable/lease.ts'
import type { System } from '../ports.ts'

export type PullDeps = Needs<'feed' | 'openThread' | 'rules' | 'store'>

export interface PullRun {
  propertyId: string
  record: PullRecord
  entryIds: Set<string>
  until: Date
  failed: number
  unacknowledged: number
  /** Without refusals. */
  unanswered: number
}

export interface PullChange {
  patch: PullPatch
  audits?: readonly AuditEntry[]
}

export function renewedLease({ clock }: System): Pick<Pull, 'leaseUntil' | 'dueAt'> {
  const end = leaseUntil('pull', clock.now())
  return { leaseUntil: end, dueAt: end }
}

/** Throws ClaimLostError. */
export async function rereadPull({ store }: PullDeps, run: PullRun): Promise<PullRecord> {
  const stored = await readPull(store, run.propertyId)
  if (!stored || !isHeldBy(stored.value, run.record.value.claimId ?? undefined))
    throw new ClaimLostError('another pull has taken over')
  run.record = stored
  return stored
}

/** Renews the lease. Throws ClaimLostError. */
export const changePull = (deps: PullDeps, run: PullRun, decide: (pull: Pull) => PullChange): Promise<void> =>
  amend<() => Promise<PullRecord>, void>(deps, {
    read: () => rereadPull(deps, run),
    first: run.record,
    decide(record) {
      const { patch, audits = [] } = decide(record.value)
      const renewed = { ...renewedLease(deps), ...patch }
      return {
        writes: [pullWrite(run.propertyId, record, renewed), ...audits.flatMap(audited)],
        result: undefined,
        written: ({ result: revision }) => {
          run.record = { value: { ...record.value, ...renewed }, revision }
        },
      }
    },
  })
