import { type Actor, isStaff } from '../../actor.ts'
import { requirePage } from '../../cursor.ts'
import { DomainError } from '../../errors.ts'
import type { TriageStore } from './ports.ts'
import { type TriageView, triageView } from './triage.ts'

/** The messages without a home, oldest first. Throws `forbidden`, or `validation-failed` for a cursor that is none. */
export async function listTriage(
  { triage }: { triage: TriageStore },
  actor: Actor,
  { cursor }: { cursor: string | undefined },
): Promise<{ entries: TriageView[]; nextCursor: string | null }> {
  if (!isStaff(actor)) throw new DomainError('forbidden', 'Only staff see messages without a home.')
  const page = requirePage(await triage.page(cursor))
  return { ...page, entries: page.entries.map(triageView) }
}
