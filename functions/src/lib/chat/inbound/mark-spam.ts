import * as z from 'zod'
import type { Actor } from '../../actor.ts'
import { audited, auditingFailure, buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { inParallel } from '../../in-parallel.ts'
import { expiring, remove, set } from '../../store.ts'
import { entryOf, moveEntry, requireStaff } from './move-triage.ts'
import { entriesOf, spamOf, type TriageMove } from './triage.ts'

type Deps = Needs<'auditLog' | 'store'>

export const spamMark = z.strictObject({ spam: z.boolean() })

const movesAtOnce = 10

/**
 * The mark comes before the moves, so that new messages go aside. A repeated call continues. Throws `forbidden` or
 * `not-found`.
 */
export async function markSpam(
  deps: Deps,
  actor: Actor,
  { entryId, spam }: { entryId: string } & z.infer<typeof spamMark>,
): Promise<void> {
  const audit = buildAuditEntry(deps, actor, {
    action: 'triage.spam',
    targetType: 'triage',
    targetId: entryId,
    metadata: { spam },
  })
  const { store, clock } = deps
  await auditingFailure(deps, audit, async () => {
    requireStaff(actor)
    const sender = await entryOf(deps, entryId)
    const { channel, from: address } = sender
    const [place, by, at] = [spamOf(sender), actor.uid, clock.now()]
    const mark = { channel, from: address, markedBy: by, markedAt: at, ...expiring('spamSenders', at) }
    if (((await store.read(place)) !== undefined) !== spam)
      await store.write([spam ? set(place, mark) : remove(place), ...audited(audit)])
    const [from, to] = spam ? (['open', 'spam'] as const) : (['spam', 'open'] as const)
    for (let isMore = true; isMore; ) {
      const entries = await entriesOf(store, sender, from)
      await inParallel(movesAtOnce, entries, one => moveIfThere(deps, one.entryId, { to, by, at }))
      isMore = entries.length > 0
    }
  })
}

/** Another user may have assigned the entry meanwhile. */
const moveIfThere = (deps: Deps, entryId: string, move: TriageMove): Promise<void> =>
  moveEntry(deps, entryId, move).catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== 'message-conflict') throw error
  })
