import * as z from 'zod'
import type { Actor } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { DomainError } from '../../errors.ts'
import { sentTime } from '../../shapes.ts'
import { absences, absenceWrite } from './colleague.ts'

export const absence = z.strictObject({
  until: sentTime.nullable().meta({ description: 'Null: there again.' }),
})

/** The user's threads go back within two minutes. Throws `validation-failed`. */
export async function setAway(
  deps: Needs<'store'>,
  actor: Actor,
  { until }: z.infer<typeof absence>,
): Promise<void> {
  const now = deps.clock.now()
  if (until && until <= now)
    throw new DomainError('validation-failed', 'An absence ends at a time to come.', {
      nextAction: 'Send `until`, a time to come, or null to be there again.',
    })
  await amend(deps, {
    read: { stored: absences.at(actor.uid) },
    decide({ stored }) {
      const { since, until: wasUntil, dueAt } = stored?.value ?? { since: now }
      if (!until && !wasUntil) return { result: undefined }
      const written = until ? { since: now, until, dueAt: now } : { since, dueAt }
      return { writes: [absenceWrite(actor.uid, written, stored?.revision)], result: undefined }
    },
  })
}
