import { type AuditEntry, type AuditSubject, buildAuditEntry } from '../../audit.ts'
import type { System } from '../../ports.ts'
import type { ConnectPropertyDeps, JobFacts, StepDeps } from '../steps/order.ts'
import type { Target } from '../target.ts'
import type { Initiator, Wait } from './job.ts'

export type ConnectPropertyInput = Pick<
  JobFacts,
  'propertyId' | 'ota' | 'hotelId' | 'paymentId' | 'price' | 'listingUrl' | 'chosen' | 'isTriedAgain'
> & {
  /** Absent for a user's press. */
  wait?: Wait | undefined
}

/** The reply takes at most 55 s. Milliseconds. */
export const stepBudgetMs = 45_000
const undoBudgetMs = 52_000

export function withBudgets(deps: ConnectPropertyDeps, startedAt: Date): StepDeps {
  const until = (budgetMs: number) =>
    deps.channelManager.within(() => startedAt.getTime() + budgetMs - deps.clock.now().getTime())
  return { ...deps, channelManager: until(stepBudgetMs), compensating: until(undoBudgetMs) }
}

export const auditSubject = (
  { propertyId, ota, hotelId }: Target & Pick<JobFacts, 'hotelId'>,
  error?: string,
): AuditSubject => ({
  action: 'property.connect',
  targetType: 'property',
  targetId: propertyId,
  metadata: { ota, hotelId, ...(error !== undefined && { error }) },
})

/** One entry per initiator: every writer uses its id. */
export function auditOf(
  deps: System,
  { facts, initiator }: { facts: JobFacts; initiator?: Initiator | undefined },
  error?: string,
): AuditEntry | undefined {
  const outcome = error === undefined ? 'success' : 'failure'
  const entry = initiator && buildAuditEntry(deps, initiator.actor, auditSubject(facts, error), outcome)
  return entry && { ...entry, id: initiator.auditId }
}
