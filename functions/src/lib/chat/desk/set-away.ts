import type { Actor } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import { DomainError } from '../../errors.ts'
import type { Versioned } from '../../ports.ts'
import type { Absence } from './colleague.ts'

/**
 * Somebody of the staff is away until then, or is there again. What they own is given back within two minutes. Throws
 * `validation-failed`.
 */
export async function setAway(
  deps: Needs<'userStatuses'>,
  actor: Actor,
  { until }: { until: Date | null },
): Promise<void> {
  const { clock, userStatuses } = deps
  const now = clock.now()
  if (until && until <= now)
    throw new DomainError('validation-failed', 'An absence ends at a time to come.', {
      nextAction: 'Send `until`, a time to come, or null to be there again.',
    })
  await change<Versioned<Absence> | undefined, Absence, void>(deps, {
    read: () => userStatuses.absence(actor.uid),
    decide(stored) {
      if (until) return { write: { since: now, until, dueAt: now } }
      if (!stored?.value.until) return { result: undefined }
      const { since, dueAt } = stored.value
      return { write: { since, dueAt } }
    },
    commit: async (absence, stored) =>
      resolvedAs(await userStatuses.saveAbsence(actor.uid, absence, stored?.revision), undefined),
  })
}
