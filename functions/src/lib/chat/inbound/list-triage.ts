import { requirePage } from '../../cursor.ts'
import type { Inbound } from './ports.ts'
import { type TriageView, triageView } from './triage.ts'

/** The messages without a home, oldest first. Throws `validation-failed` for a cursor that is none. */
export async function listTriage(
  { inbound }: { inbound: Pick<Inbound, 'page'> },
  { cursor }: { cursor: string | undefined },
): Promise<{ entries: TriageView[]; nextCursor: string | null }> {
  const page = requirePage(await inbound.page(cursor))
  return { ...page, entries: page.entries.map(triageView) }
}
