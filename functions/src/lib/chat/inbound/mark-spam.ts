import type { Actor } from '../../actor.ts'
import { auditingFailure, buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { inParallel } from '../../in-parallel.ts'
import { moveEntry, requireStaff } from './move-triage.ts'
import type { TriageMove } from './triage.ts'

type Deps = Needs<'auditLog' | 'inbound'>

const movesAtOnce = 10

/**
 * Says that what an entry's sender writes is spam, or no longer: the mark first, so that what comes from now on stands
 * apart, then every entry of theirs that waits. Doing it again goes on where an earlier one stopped. Throws
 * `forbidden` or `not-found`.
 */
export async function markSpam(
  deps: Deps,
  actor: Actor,
  { entryId, spam }: { entryId: string; spam: boolean },
): Promise<void> {
  const audit = buildAuditEntry(deps, actor, {
    ...{ action: 'triage.spam', targetType: 'triage', targetId: entryId },
    metadata: { spam },
  })
  const { inbound, clock } = deps
  await auditingFailure(deps, audit, async () => {
    requireStaff(actor)
    const sender = (await inbound.entry(entryId))?.value
    if (!sender) throw new DomainError('not-found', 'There is no such message in triage.')
    const mark = { by: actor.uid, at: clock.now() }
    if ((await inbound.isSpam(sender)) !== spam)
      await inbound.markSpam(sender, spam ? mark : undefined, { audits: [audit] })
    const [from, to] = spam ? (['open', 'spam'] as const) : (['spam', 'open'] as const)
    for (let isMore = true; isMore; ) {
      const entries = await inbound.ofSender(sender, from)
      await inParallel(movesAtOnce, entries, one => moveIfThere(deps, one.entryId, { to, ...mark }))
      isMore = entries.length > 0
    }
  })
}

/** What somebody else gives a thread meanwhile has one. */
const moveIfThere = (deps: Deps, entryId: string, move: TriageMove): Promise<void> =>
  moveEntry(deps, entryId, move).catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== 'message-conflict') throw error
  })
