import { requirePage } from '../../cursor.ts'
import type { TriageStore } from './ports.ts'
import { type TriageView, triageView } from './triage.ts'

/** The messages without a home, oldest first. Throws `validation-failed` for a cursor that is none. */
export async function listTriage(
  { triage }: { triage: TriageStore },
  { cursor }: { cursor: string | undefined },
): Promise<{ entries: TriageView[]; nextCursor: string | null }> {
  const page = requirePage(await triage.page(cursor))
  return { ...page, entries: page.entries.map(triageView) }
}
